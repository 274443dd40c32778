import { describe, expect, test } from 'vitest'
import { isIssue } from '../src/core/issue.ts'
import { ownEvent } from '../src/core/own-copy.ts'
import { composeRewrites, sameInput } from '../src/core/rewrite.ts'
import type { Event } from '../src/core/event.ts'
import { summarise } from '../src/dialects/_families/claude/questions.ts'
import { MAX_PAYLOAD_DEPTH, topLevelText } from '../src/dialects/_families/payload.ts'
import { dialects } from './helpers/dialects.ts'
import { fillInput } from '../src/handlers/mcp-input.ts'
import { recordOf } from '../src/log/record.ts'
import { hook } from './helpers/builders.ts'
import { engineOf } from './helpers/engine.ts'

const NAMES = [...dialects.keys()]

/** A call of an MCP tool whose arguments make the payload `depth` levels deep. */
function payload(depth: number, nameKey = 'hook_event_name'): string {
  const levels = depth - 2
  const value = `${'['.repeat(levels)}${']'.repeat(levels)}`
  return `{"tool_name":"mcp__db__query","tool_input":{"a":${value}},"${nameKey}":"PreToolUse"}`
}

function decode(text: string, dialect = 'claude-code', event?: string) {
  const bytes = new TextEncoder().encode(text)
  const said = { bytes, startDir: '/s', projectDir: '/p', at: 0, ...(event !== undefined && { event }) }
  const found = dialects.get(dialect)?.decodeEvent(said)
  if (found === undefined) throw new Error(`no dialect ${dialect}`)
  return found
}

function decoded(text: string): Event {
  const event = decode(text)
  if (isIssue(event)) throw new Error(event.message)
  return event
}

describe('S14 brackets in the arguments of a tool do not switch hooks off', () => {
  const deepest = decoded(payload(MAX_PAYLOAD_DEPTH))

  test('a hook judges the deepest payload that is read', async () => {
    const guard = hook({ handler: { type: 'rule', decision: 'deny', reason: 'No.' } })
    const done = await engineOf([guard]).run(deepest, { headless: true })
    expect(done.verdict).toMatchObject({ decision: 'deny', reason: 'No.' })
    expect(JSON.stringify(recordOf('id', done))).toContain('mcp__db__query')
  })

  test.for(NAMES)('hooks of %s read it', async (name) => {
    const side = await dialects.get(name)?.hooks()
    const { payload: _, ...foreign } = deepest
    const written = side?.encodeInput(foreign, hook({ dialect: name, wire: dialects.get(name)?.wire ?? '' }))
    const text = typeof written === 'string' ? written : new TextDecoder().decode(written)
    expect(text).toContain('['.repeat(MAX_PAYLOAD_DEPTH - 2))
  })

  test('it can be copied, compared, merged, filled in and shown', () => {
    const input = deepest.tool?.input ?? {}
    const copy = ownEvent(deepest)
    expect(sameInput(copy.tool?.input ?? {}, input)).toBe(true)
    expect(sameInput({ a: [] }, input)).toBe(false)
    const rewrite = { hook: 'h', input: { ...input, b: 1 }, rule: 'merge' } as const
    expect(composeRewrites(input, [rewrite, rewrite]).input).toMatchObject({ b: 1 })
    expect(fillInput({ q: '${tool_input.a}' }, { tool_input: input })['q']).toContain('[[[[')
    expect(summarise(deepest)).toContain('[[[[')
  })
})

describe('a payload that is deeper still names its event, so that a gate can stay shut', () => {
  test.for([
    ['claude-code', payload(MAX_PAYLOAD_DEPTH + 1), undefined],
    ['claude-code', payload(100_000), undefined],
    ['claude-code', payload(1_001, 'other'), 'PreToolUse'],
    ['codex-runtime', payload(1_001, 'phase'), undefined],
    ['codex-runtime', payload(1_001, 'other'), 'PreToolUse'],
  ] as const)('in %s', ([dialect, text, event]) =>
    expect(decode(text, dialect, event)).toMatchObject({
      code: 'payload.depth',
      severity: 'error',
      event: 'PreToolUse',
    }),
  )

  test('one that names no event is an issue without one', () =>
    expect(decode(payload(1_001, 'other'))).not.toHaveProperty('event'))

  test.for([
    ['{"n":"a"}', 'a'],
    ['{"x":["n","b"],"y":{"n":"c"},"n" : "a"}', 'a'],
    ['{"x":"n","n":"a","s":"\\"n\\":\\"b\\"{"}', 'a'],
    ['{"n":"a","n":"b"}', 'b'],
    ['{"n":5}', undefined],
    ['{"x":"n"}', undefined],
    ['["n","a"]', undefined],
    ['"n":"a"', undefined],
    ['{"n', undefined],
  ] as const)('the name in %s', ([text, name]) => expect(topLevelText(text, 'n')).toBe(name))
})
