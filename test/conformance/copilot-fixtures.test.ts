import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { toWire } from '../../src/dialects/copilot/encode-input.ts'
import { rowOf } from '../../src/dialects/copilot/events.ts'
import { copilotAs } from '../../src/dialects/copilot/index.ts'
import type { Case } from '../../src/dialects/copilot/surfaces.ts'
import { hook } from '../helpers/builders.ts'

const copilot = copilotAs('cli')

const ROOT = join(import.meta.dirname, 'fixtures', 'copilot-cli')

const FIXTURES = (
  [
    ['camel', 'camelCase'],
    ['pascal', 'PascalCase'],
  ] as const
).flatMap(([folder, spelling]) =>
  readdirSync(join(ROOT, folder)).map(
    (name) => [`${folder}/${name}`, spelling, readFileSync(join(ROOT, folder, name))] as const,
  ),
)

function decode(bytes: Uint8Array, native?: string): Event {
  const said = native === undefined ? {} : { event: native }
  const event = copilot.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1, ...said })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

describe.for(FIXTURES)('recorded payload %s', ([name, spelling, bytes]) => {
  const native = (name.split('/')[1] ?? '').split('.')[0] ?? ''
  const event = decode(bytes, native)
  const ours = (profile: Case) => hook({ dialect: 'copilot', wire: 'copilot', note: `cli:${profile}` })

  test('is the event its name says', () => expect(event.name).toBe(rowOf(native)?.event))

  test('is that event also when nobody says so', () => expect(decode(bytes).name).toBe(event.name))

  test('reaches a hook of its spelling byte for byte', async () => {
    const side = await copilot.hooks()
    expect(side.encodeInput(event, ours(spelling))).toEqual(event.payload?.bytes)
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(toWire(event, { surface: 'cli', case: spelling })).toEqual(JSON.parse(bytes.toString())))

  test('survives the other spelling', async () => {
    const side = await copilot.hooks()
    const other: Case = spelling === 'camelCase' ? 'PascalCase' : 'camelCase'
    const input = side.encodeInput(event, ours(other))
    const again = decode(typeof input === 'string' ? new TextEncoder().encode(input) : input, native)
    expect(toWire(again, { surface: 'cli', case: spelling })).toEqual(JSON.parse(bytes.toString()))
  })
})
