import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { EventFields, EventName } from './event-fields.ts'
import { COMMON_INPUT, EVENT_INPUT, isOptional, type InputField } from './event-input.ts'
import { claudeEvents } from './events.ts'

const RECORDED = join(import.meta.dirname, '../../../test/conformance/fixtures/claude-code')

test('every event says what its payload holds', () =>
  expect(Object.keys(EVENT_INPUT).toSorted()).toEqual(Object.keys(claudeEvents).toSorted()))

test.for(Object.values(claudeEvents))('the subject of $event is among its fields', ({ event, subject }) => {
  const field = typeof subject === 'object' ? subject.field : subject === 'tool' ? 'tool_name' : undefined
  expect(field === undefined || Object.hasOwn(inputOf(event), field)).toBe(true)
})

describe.for(readdirSync(RECORDED))('recorded payload %s', (name) => {
  const payload = JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as Record<string, unknown>
  const known = { ...COMMON_INPUT, ...inputOf(name.split('.')[0] ?? '') }

  test('holds no field that is not named here', () => {
    const names = new Set(Object.keys(known))
    expect(Object.keys(payload).filter((field) => !names.has(field))).toEqual([])
  })

  test('holds every field that is always there', () => {
    const always = Object.entries(known).flatMap(([key, field]) => (isOptional(field) ? [] : key))
    expect(always.filter((field) => !Object.hasOwn(payload, field))).toEqual([])
  })
})

test('types follow from the table', () => {
  expectTypeOf<EventFields['Stop']['stop_hook_active']>().toEqualTypeOf<boolean>()
  expectTypeOf<EventFields['Stop']['last_assistant_message']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<EventFields['FileChanged']['event']>().toEqualTypeOf<'change' | 'add' | 'unlink'>()
  expectTypeOf<EventFields['PreCompact']['custom_instructions']>().toEqualTypeOf<string | null>()
  expectTypeOf<EventFields['PostToolUse']>().not.toHaveProperty('tool_input')
  expectTypeOf<'rate_limit'>().toExtend<EventFields['StopFailure']['error']>()
})

function inputOf(event: string): Readonly<Record<string, InputField>> {
  return EVENT_INPUT[event as EventName]
}
