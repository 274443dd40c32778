import { expect, test } from 'vitest'
import { MACHINE, readCorpus } from './corpus.ts'

const classes = readCorpus()
const harmless = classes.find(({ id }) => id === 'B18')?.entries ?? []
const positives = classes.filter(({ id }) => id !== 'B18')

test('the corpus has every class with enough entries', () => {
  expect(classes.map(({ id }) => id)).toEqual(
    Array.from({ length: 18 }, (_, at) => `B${String(at + 1).padStart(2, '0')}`),
  )
  expect(positives.filter(({ entries }) => entries.length < 27).map(({ id }) => id)).toEqual([])
  expect(harmless.length).toBeGreaterThanOrEqual(280)
  expect(classes.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(820)
})

test('no entry stands there twice', () => {
  const keys = classes.flatMap(({ entries }) =>
    entries.map(({ calls, files }) => JSON.stringify([calls, [...files]])),
  )
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('an entry knows its calls and the files of the project', () => {
  const [entry] = classes.find(({ id }) => id === 'B13')?.entries ?? []
  expect(entry?.calls.map(({ name }) => name)).toEqual(['Write', 'Bash'])
  expect(entry?.files.get(`${MACHINE.project}/tidy.sh`)).toBe('#!/bin/bash\nrm -rf ~\n')
  expect(entry?.files.has(`${MACHINE.project}/package.json`)).toBe(true)
})
