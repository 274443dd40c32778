import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { identify, makeFolder, put } from '../../../test/helpers/identify.ts'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { ALL_TAGS, EXTENSIONS, INTERPRETERS, NAMES } from './tag-table.ts'
import { createTagger } from '../select/tagger.ts'

const prek = findPrek()
if ('missing' in prek) console.warn(`The tables are not compared with prek's: ${prek.missing}`)
const program = 'program' in prek ? prek.program : ''

test('the whole table is under 12 kB', () => {
  expect(statSync(new URL('tag-table.ts', import.meta.url)).size).toBeLessThan(12_000)
})

test('no name stands for both text and binary, and no interpreter for either', () => {
  for (const tags of [...EXTENSIONS.values(), ...NAMES.values()])
    expect(tags.has('text') && tags.has('binary')).toBe(false)
  for (const tags of INTERPRETERS.values()) expect(tags.has('text') || tags.has('binary')).toBe(false)
})

test('names and interpreters are not lost to a second line about them', () => {
  expect([EXTENSIONS.size, NAMES.size, INTERPRETERS.size, ALL_TAGS.size]).toEqual([343, 93, 23, 312])
})

describe.skipIf('missing' in prek)('as in prek', () => {
  // Content that is no text tells a name that says `text` from one that leaves it open.
  test.for([
    ['no text', '\0'],
    ['text', 'a\n'],
  ] as const)('every extension, name and part of a name, in files with %s', ([, text]) => {
    const words = [...EXTENSIONS.keys(), ...NAMES.keys(), ...INTERPRETERS.keys(), ...ALL_TAGS]
    const names = new Set(words.flatMap((word) => [`x.${word}`, word]))
    for (const word of shortWords()) names.add(`x.${word}`)
    for (const name of NAMES.keys()) names.add(`${name}.unknown`)
    for (const word of EXTENSIONS.keys()) names.add(`Y.${word.toUpperCase()}`)
    for (const name of NAMES.keys()) names.add(`${name}.PNG`)
    expect(differences([...names], { text })).toEqual([])
  })

  test('every interpreter', () => {
    const programs = [...INTERPRETERS.keys(), ...ALL_TAGS, ...EXTENSIONS.keys()]
    const root = makeFolder()
    const names = programs.map((word, index) =>
      put(root, `s${index}`, { text: `#!/bin/${word}\n`, mode: 0o755 }),
    )
    expect(compare(root, names)).toEqual([])
  })

  test('all tags are tags, and nothing else is', () => {
    expect(validate([...ALL_TAGS]).status).toBe(0)
    expect(validate(['unheard-of']).status).toBe(1)
  })
})

function differences(names: readonly string[], sample: { readonly text: string }): readonly unknown[] {
  const root = makeFolder()
  for (const name of names) put(root, name, sample)
  return compare(root, names)
}

function compare(root: string, names: readonly string[]): readonly unknown[] {
  const tagger = createTagger(root)
  const theirs = identify(program, root, names)
  expect(theirs.size).toBe(new Set(names).size)
  return [...theirs]
    .map(([name, tags]) => ({ name, tags, ours: [...(tagger.tagsOf(name) ?? [])].toSorted() }))
    .filter(({ tags, ours }) => tags.join() !== ours.join())
}

/** Extensions that are not in the table must not be in prek's either; all of two letters are tried. */
function shortWords(): readonly string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  return [...letters, ...letters.flatMap((a) => letters.map((b) => a + b))]
}

function validate(types: readonly string[]) {
  const root = makeFolder()
  const hook = { id: 'a', name: 'a', language: 'system', entry: 'true', types }
  const config = join(root, '.pre-commit-config.yaml')
  writeFileSync(config, JSON.stringify({ repos: [{ repo: 'local', hooks: [hook] }] }))
  return spawnSync(program, ['validate-config', config], {
    cwd: root,
    env: { ...process.env, PREK_HOME: makeFolder() },
  })
}
