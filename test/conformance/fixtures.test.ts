import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toWire } from '../helpers/claude-contract.ts'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { claudeCode } from '../../src/dialects/claude-code/index.ts'

const ROOT = join(import.meta.dirname, 'fixtures', 'claude-code')
const FIXTURES = readdirSync(ROOT).map((name) => [name, readFileSync(join(ROOT, name))] as const)

describe.for(FIXTURES)('recorded payload %s', ([name, bytes]) => {
  const event = decode(bytes)

  test('is the event its name says', () => expect(event.name).toBe(name.split('.')[0]))

  test('reaches a Claude hook byte for byte', async () => {
    const side = await claudeCode.hooks()
    const input = side.encodeInput(event, {} as never)
    expect(Buffer.from(input as Uint8Array).toString()).toBe(bytes.toString().replace(/\n?$/, '\n'))
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(JSON.parse(JSON.stringify(toWire(event)))).toEqual(JSON.parse(bytes.toString())))

  test('knows the event', () => expect(claudeCode.events[event.name]).toBeDefined())
})

function decode(bytes: Uint8Array): Event {
  const event = claudeCode.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}
