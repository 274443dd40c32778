import { describe, expect, test } from 'vitest'
import type { EventSpec } from './dialect.ts'
import { eventSpec } from './event-spec.ts'
import { eventTraits } from './event-traits.ts'

function row(event: string, changes: Partial<EventSpec> = {}): EventSpec {
  return { event, gate: false, decisions: [], effects: [], ...changes }
}

/** Three native events with one canonical name. */
const threefold = {
  events: {
    preToolUse: row('PreToolUse', { decisions: ['deny'] }),
    beforeShellExecution: row('PreToolUse', { decisions: ['deny', 'ask'], gate: true }),
    beforeReadFile: row('PreToolUse'),
    stop: row('Stop', { endsTurn: true }),
  },
}

describe('eventSpec', () => {
  test.for(['preToolUse', 'beforeShellExecution', 'beforeReadFile'] as const)(
    'finds the row of %s among those of one canonical event',
    (native) => {
      expect(eventSpec(threefold, { name: 'PreToolUse', native })).toBe(threefold.events[native])
    },
  )

  test('takes the first row of the canonical name for an event of another host', () => {
    const other = { name: 'PreToolUse', native: 'BeforeTool' }
    expect(eventSpec(threefold, other)).toBe(threefold.events.preToolUse)
    expect(eventSpec(threefold, { name: 'Stop' })).toBe(threefold.events.stop)
  })

  test('does not take a row whose native name means another event', () => {
    const events = { Stop: row('SessionEnd'), end: row('Stop') }
    expect(eventSpec({ events }, { name: 'Stop', native: 'Stop' })).toBe(events.end)
  })

  test.for(['constructor', 'toString', 'Nothing'])('finds nothing for %s', (name) => {
    expect(eventSpec(threefold, { name, native: name })).toBeUndefined()
  })
})

test('an event has the traits of all its rows, of all dialects', () => {
  const other = { events: { Stop: row('Stop', { conversation: 'session', envFile: true }) } }
  const traits = eventTraits([threefold, other])
  expect(traits('PreToolUse')).toMatchObject({ gate: true, endsTurn: false })
  expect(traits('Stop')).toMatchObject({
    endsTurn: true,
    envFile: true,
    conversation: 'session',
    gate: false,
  })
  expect(traits('Nothing')).toEqual(eventTraits([])('Stop'))
})
