import { expect, test } from 'vitest'
import { eventsByFields, untoldEvent, type EventShape } from './told-event.ts'

const SHAPES: readonly EventShape[] = [
  { native: 'before', needs: ['tool'] },
  { native: 'after', needs: ['tool', 'result'], may: ['time'] },
  { native: 'end', needs: ['reason'] },
  { native: 'error', needs: ['reason'], may: ['stack'] },
]

test.for([
  ['the needed fields tell the event', { tool: 'x' }, ['before']],
  ['one field more makes another event of it', { tool: 'x', result: 'y' }, ['after']],
  ['a field that only another event has excludes it', { tool: 'x', time: 3 }, []],
  ['a field that no event has tells nothing', { tool: 'x', later: 1 }, ['before']],
  ['a field without a value is no evidence', { tool: 'x', result: null }, []],
  ['two events with the same fields are both named', { reason: 'x' }, ['end', 'error']],
  ['an optional field tells them apart', { reason: 'x', stack: '' }, ['error']],
  ['names of object properties are fields like others', JSON.parse('{"__proto__":1,"tool":"x"}'), ['before']],
  ['nothing is no event', {}, []],
] as const)('%s', ([, payload, events]) => expect(eventsByFields(payload, SHAPES)).toEqual(events))

const EVENTS = {
  before: { event: 'PreToolUse', gate: true, decisions: [], effects: [], nameless: true },
  after: { event: 'PostToolUse', gate: false, decisions: [], effects: [], nameless: true },
  Named: { event: 'Stop', gate: false, decisions: [], effects: [] },
} as const

test.for([
  [[], 'its fields fit none'],
  [['before', 'after'], 'its fields fit before and after'],
] as const)('what cannot be told names the option and its values: %j', ([may, fits]) =>
  expect(untoldEvent(may, EVENTS)).toMatchObject({
    code: 'payload.event',
    message: `The payload does not name its event, and ${fits}, so no hook ran.`,
    hint: 'Add --event EVENT to the command of the hook; accepted: before, after.',
  }),
)
