import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { toWire } from '../../src/dialects/gemini-cli/encode-input.ts'
import { canonicalEvent } from '../../src/dialects/gemini-cli/events.ts'
import { geminiCli } from '../../src/dialects/gemini-cli/index.ts'
import { hook } from '../helpers/builders.ts'
import { toWire as toClaude } from '../helpers/claude-contract.ts'

const ROOT = join(import.meta.dirname, 'fixtures', 'gemini-cli')
const FIXTURES = readdirSync(ROOT).map((name) => [name, readFileSync(join(ROOT, name))] as const)

function decode(bytes: Uint8Array): Event {
  const event = geminiCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

describe.for(FIXTURES)('recorded payload %s', ([name, bytes]) => {
  const native = name.split('.')[0] ?? ''
  const event = decode(bytes)

  test('is the event its name says', () => {
    expect(event).toMatchObject({ native, name: canonicalEvent(native), host: 'gemini-cli' })
    expect(event.issues).toBeUndefined()
    expect(geminiCli.events[native]?.event).toBe(event.name)
  })

  test('reaches a hook of the host byte for byte', async () => {
    const side = await geminiCli.hooks()
    const own = hook({ dialect: 'gemini-cli', wire: 'gemini-cli' })
    expect(side.encodeInput(event, own)).toBe(event.payload?.bytes)
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(toWire(event)).toEqual(JSON.parse(bytes.toString())))

  test('survives the way through a hook of another wire', () => {
    const { payload: _, ...rest } = event
    const again = toClaude(rest)
    expect(again).toMatchObject({ session_id: event.sessionId, cwd: '/home/dev/app' })
    expect(JSON.stringify(again)).not.toContain('undefined')
  })
})
