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

const take = <Name extends string>(input: EventInput<Name>): string => input.name

test('fields of a known event have their names and types, those of a program’s own event are free', () => {
  take({ name: 'Stop', fields: { stop_hook_active: true, prompt_id: 'p' } })
  // @ts-expect-error -- misspelt
  take({ name: 'Stop', fields: { stop_hook_activ: true } })
  // @ts-expect-error -- misspelt, beside one that is right
  take({ name: 'Stop', fields: { stop_hook_active: true, mine: 3 } })
  // @ts-expect-error -- a flag
  take({ name: 'Stop', fields: { stop_hook_active: 'yes' } })
  // @ts-expect-error -- of another event
  take({ name: 'Notification', fields: { stop_hook_active: true } })
  take({ name: 'Deploy', fields: { anything: 1 } })
  const name: string = 'Stop'
  take({ name, fields: { anything: 1 } })
  expectTypeOf<{ anything: 1 }>().toExtend<NonNullable<EventInput['fields']>>()
  expectTypeOf<EventInput<'Stop'>>().toExtend<EventInput>()
})
