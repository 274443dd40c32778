import { expect, expectTypeOf, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { completeEvent, type EventInput } from './event-input.ts'
import { defineEvent, type AnyEvent } from './event-names.ts'

test('what a program leaves out is filled in', () => {
  const input: EventInput<'PreToolUse'> = { name: 'PreToolUse', tool: { name: 'Bash' } }
  expect(completeEvent(input, places(), 7)).toEqual({
    name: 'PreToolUse',
    native: 'PreToolUse',
    host: 'library',
    cwd: '/home/dev/app',
    projectDir: '/home/dev/app',
    at: 7,
    fields: {},
    tool: { name: 'Bash', nativeName: 'Bash', input: {}, nativeInput: {} },
  })
})

const take = <Name extends AnyEvent>(input: EventInput<Name>): string => input.name

test('fields of a known event have their names and types, those of a program’s own event are as defined', () => {
  take({ name: 'Stop', fields: { stop_hook_active: true, prompt_id: 'p' } })
  // @ts-expect-error -- misspelt
  take({ name: 'Stop', fields: { stop_hook_activ: true } })
  // @ts-expect-error -- misspelt, beside one that is right
  take({ name: 'Stop', fields: { stop_hook_active: true, mine: 3 } })
  // @ts-expect-error -- a flag
  take({ name: 'Stop', fields: { stop_hook_active: 'yes' } })
  // @ts-expect-error -- of another event
  take({ name: 'Notification', fields: { stop_hook_active: true } })
  take({ name: defineEvent('Deploy'), fields: { anything: 1 } })
  expectTypeOf<EventInput<'Stop'>>().toExtend<EventInput>()
})

test.for([
  ['nearly a known event', 'Stopp', '"Stopp" is not a known event. Did you mean "Stop"?'],
  ['nothing', '', 'The name of an event must be a text, not "".'],
] as const)('an event of one’s own cannot be %s', ([, name, message]) =>
  expect(() => defineEvent(name)).toThrow(new TypeError(message)),
)

test.for(['Deploy', 'Stop', 'toString'])('%s can be defined, and is its own name', (name) =>
  expect(defineEvent(name)).toBe(name),
)
