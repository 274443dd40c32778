import { expect, expectTypeOf, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { completeEvent, type EventInput } from './event-input.ts'

test('what a program leaves out is filled in', () => {
  const input: EventInput<'PreToolUse'> = { name: 'PreToolUse', tool: { name: 'Bash' } }
  expect(completeEvent(input, places(), 7)).toEqual({
    name: 'PreToolUse',
    host: 'library',
    cwd: '/home/dev/app',
    projectDir: '/home/dev/app',
    at: 7,
    fields: {},
    tool: { name: 'Bash', nativeName: 'Bash', input: {}, nativeInput: {} },
  })
})

test('fields of a known event have their types, and others are free', () => {
  type Stop = NonNullable<EventInput<'Stop'>['fields']>
  expectTypeOf<{ stop_hook_active: true }>().toExtend<Stop>()
  expectTypeOf<{ stop_hook_active: 'yes' }>().not.toExtend<Stop>()
  expectTypeOf<{ mine: 3 }>().toExtend<Stop>()
  expectTypeOf<{ anything: 1 }>().toExtend<NonNullable<EventInput['fields']>>()
})
