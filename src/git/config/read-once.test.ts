import { expect, test } from 'vitest'
import { KNOWN } from './known.ts'
import { readGitConfigOnce } from './read-once.ts'

const FILE = '/project/.pre-commit-config.yaml'
const textOf = (id: string): string =>
  `repos: [{repo: local, hooks: [{id: ${id}, name: x, language: system, entry: 'true'}]}]\n`

test('the same text of the same file is read once', () => {
  const first = readGitConfigOnce(textOf('a'), FILE, KNOWN)
  expect(readGitConfigOnce(textOf('a'), FILE, KNOWN)).toBe(first)
})

test('a changed text is read again, and the earlier one after it too', () => {
  const ids = ['a', 'b', 'a'].map((id) => {
    const { config } = readGitConfigOnce(textOf(id), FILE, KNOWN)
    return config?.repos[0]?.hooks[0]?.options.id
  })
  expect(ids).toEqual(['a', 'b', 'a'])
})

test('the same text of another file keeps that file in its places', () => {
  readGitConfigOnce(textOf('a'), FILE, KNOWN)
  const { config } = readGitConfigOnce(textOf('a'), '/other/.pre-commit-config.yaml', KNOWN)
  expect(config?.repos[0]?.place.file).toBe('/other/.pre-commit-config.yaml')
})

test('a text larger than all that is kept is read and not kept', () => {
  const large = `${textOf('a')}# ${'x'.repeat(1_100_000)}\n`
  const first = readGitConfigOnce(large, FILE, KNOWN)
  const second = readGitConfigOnce(large, FILE, KNOWN)
  expect(second).not.toBe(first)
  expect(second).toEqual(readGitConfigOnce(large, FILE, KNOWN))
})
