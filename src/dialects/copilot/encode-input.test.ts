import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Event } from '../../core/event.ts'
import { isIssue } from '../../core/issue.ts'
import { copilotAs } from './index.ts'
import { encodeInput } from './encode-input.ts'

const copilot = copilotAs('cli')

const SPELLINGS = ['camelCase', 'PascalCase'] as const

const inputOf = (event: Event, spelling: (typeof SPELLINGS)[number]): Record<string, unknown> =>
  JSON.parse(encodeInput(event, hook({ note: `cli:${spelling}` })) as string) as Record<string, unknown>

/** An event of another host, which has no payload in our form. */
function foreign(name: string, fields: Event['fields'], host = 'claude-code'): Event {
  const { tool: _, ...event } = toolEvent('Bash', {}, { name, host, fields, at: 7 })
  return event
}

describe('words that only another host has', () => {
  const rows = [
    ['SessionStart', 'source', 'startup', 'new'],
    ['SessionStart', 'source', 'clear', 'new'],
    ['SessionStart', 'source', 'resume', 'resume'],
    ['SessionStart', 'source', 'compact', 'resume'],
    ['SessionStart', 'source', 'fork', 'resume'],
    ['SessionStart', 'source', 'new', 'new'],
    ['SessionStart', 'source', 'tomorrow', 'new'],
    ['SessionStart', 'source', 'constructor', 'new'],
    ['SessionEnd', 'reason', 'clear', 'complete'],
    ['SessionEnd', 'reason', 'resume', 'complete'],
    ['SessionEnd', 'reason', 'other', 'complete'],
    ['SessionEnd', 'reason', 'logout', 'user_exit'],
    ['SessionEnd', 'reason', 'prompt_input_exit', 'user_exit'],
    ['SessionEnd', 'reason', 'exit', 'user_exit'],
    ['SessionEnd', 'reason', 'bypass_permissions_disabled', 'abort'],
    ['SessionEnd', 'reason', 'timeout', 'timeout'],
    ['SessionEnd', 'reason', 'error', 'error'],
    ['SessionEnd', 'reason', 'tomorrow', 'complete'],
  ] as const

  test.for(rows)('%s: %s "%s" is "%s" to a Copilot hook', ([name, field, word, wanted]) => {
    for (const spelling of SPELLINGS)
      expect(inputOf(foreign(name, { [field]: word }), spelling)[field]).toBe(wanted)
  })

  test.for([
    ['a field of another event', 'ConfigChange', { source: 'user_settings' }],
    ['a value that is no word', 'SessionStart', { source: 3 }],
    ['a trigger, which both hosts call the same', 'PreCompact', { trigger: 'manual' }],
  ] as const)('%s stays', ([, name, fields]) =>
    expect(inputOf(foreign(name, fields), 'camelCase')).toMatchObject(fields),
  )

  test('nothing is added where nothing was said', () =>
    expect(inputOf(foreign('SessionEnd', {}), 'camelCase')).not.toHaveProperty('reason'))

  test.for(['abort', 'tomorrow', 'user_exit', 'other'])(
    'Copilot keeps its own words, also new ones: %s',
    (reason) => {
      const bytes = new TextEncoder().encode(
        JSON.stringify({ sessionId: 's', timestamp: 1, cwd: '/w', reason }),
      )
      const event = copilot.decodeEvent({
        bytes,
        event: 'sessionEnd',
        startDir: '/s',
        projectDir: '/p',
        at: 1,
      })
      if (isIssue(event)) throw new Error(event.message)
      expect(inputOf(event, 'PascalCase')['reason']).toBe(reason)
    },
  )
})

describe('times', () => {
  const AT = Date.UTC(2026, 10, 15, 8, 23, 20)
  const rows = [
    ['2026-11-15T08:23:20Z', AT],
    ['2026-11-15T08:23:20.000Z', AT],
    ['2026-11-15T08:23:20.9Z', AT + 900],
    ['2026-11-15T08:23:20.967Z', AT + 967],
    ['2026-11-15T08:23:20.967123Z', AT + 967],
    ['2026-11-15T09:23:20+01:00', AT],
    [AT, AT],
  ] as const

  test.for(rows)('%s is a number under a camelCase name', ([timestamp, wanted]) => {
    const payload = { hook_event_name: 'SessionEnd', session_id: 's', timestamp, cwd: '/w', reason: 'abort' }
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    const event = copilot.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
    if (isIssue(event)) throw new Error(event.message)
    expect([event.fields['timestamp'], inputOf(event, 'camelCase')['timestamp']]).toEqual([wanted, wanted])
  })

  test.for(rows)('%s of another host is a number or the text of one', ([timestamp, wanted]) => {
    const event = foreign('SessionEnd', { timestamp })
    expect(SPELLINGS.map((spelling) => inputOf(event, spelling)['timestamp'])).toEqual([
      wanted,
      new Date(wanted).toISOString(),
    ])
  })

  test.for(['yesterday', '2026', '2026-11-15', '2026-11-15T08:23:20', '2026-99-99T08:23:20Z', ''])(
    'what tells no moment stays as it is: "%s"',
    (timestamp) => {
      for (const spelling of SPELLINGS)
        expect(inputOf(foreign('SessionEnd', { timestamp }), spelling)['timestamp']).toBe(timestamp)
    },
  )

  test('without one, the time of the call counts', () =>
    expect(SPELLINGS.map((spelling) => inputOf(foreign('SessionEnd', {}), spelling)['timestamp'])).toEqual([
      7,
      '1970-01-01T00:00:00.007Z',
    ]))
})
