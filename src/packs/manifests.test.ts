import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownEvent } from '../dialects/hookwright/events.ts'
import { read } from '../dialects/hookwright/config.ts'
import { EVENTS } from '../dialects/hookwright/schema.ts'
import { MANIFESTS } from './manifests.ts'
import { checkOptions } from './options.ts'
import { PACK_CODE } from './registry.ts'

const SENTENCE = /^[A-Z"`].*[.]$/s

test('every pack has code, and no code is without a pack', () =>
  expect(Object.keys(PACK_CODE).toSorted()).toEqual(MANIFESTS.map(({ name }) => name).toSorted()))

describe.for(MANIFESTS)('the pack $name', ({ name, summary, options, hooks }) => {
  const specs = Object.entries(options)
  const manifest = { name, summary, options, hooks }

  test('is a folder of this name, with a page', () => {
    expect(existsSync(join(import.meta.dirname, name, 'manifest.ts'))).toBe(true)
    expect(existsSync(join(import.meta.dirname, '../../docs/packs', `${name}.md`))).toBe(true)
  })

  test('says in sentences what it and its options are for', () =>
    expect(
      [summary, ...specs.map(([, spec]) => spec.summary)].filter((text) => !SENTENCE.test(text)),
    ).toEqual([]))

  test('accepts its own defaults', () => {
    const defaults = Object.fromEntries(specs.map(([option, spec]) => [option, spec.default]))
    expect(checkOptions(defaults, manifest, {})).toEqual([])
  })

  test('does something on events that exist, each once', () => {
    const events = hooks.map(({ event }) => event)
    expect(events.filter((event) => !EVENTS.includes(event))).toEqual([])
    expect(new Set(events).size).toBe(events.length)
    expect(events.length).toBeGreaterThan(0)
  })

  test('has matchers only where there is something to match', () =>
    expect(
      hooks.filter(({ event, matcher }) => matcher !== undefined && ownEvent(event).subject === undefined),
    ).toEqual([]))

  test('can be used without options', () => {
    const value = { packs: [{ use: `hookwright/${name}` }] }
    const { issues, hooks: found } = read(
      { file: '/p/hookwright.yaml', scope: 'user', value },
      { startDir: '/p' },
    )
    expect(issues).toEqual([])
    expect(found).toHaveLength(hooks.length)
  })

  test('has code that loads', async () => expect(await PACK_CODE[name]?.()).toBeTypeOf('function'))
})
