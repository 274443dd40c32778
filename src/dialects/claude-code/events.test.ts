import { describe, expect, test } from 'vitest'
import { claudeEvent, claudeEvents, eventSpec } from './events.ts'

const NAMES =
  'PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay'.split(
    ' ',
  )

test('all 33 events are known', () => expect(Object.keys(claudeEvents).toSorted()).toEqual(NAMES.toSorted()))

describe.for(Object.values(claudeEvents))('$event', (spec) => {
  test('can be denied exactly when there is a form for it', () =>
    expect(spec.decisions.includes('deny')).toBe(spec.denyBy !== 'none'))

  test('is a gate only when it can be denied', () =>
    expect(!spec.gate || spec.decisions.includes('deny')).toBe(true))

  test('honours a message exactly when it can be shown', () => {
    const shown = !spec.discards.includes('systemMessage') || spec.exit2 === 'message'
    expect(spec.effects.includes('message')).toBe(shown)
  })

  test('can be stopped exactly when it reads "continue"', () =>
    expect(spec.effects.includes('stop')).toBe(!spec.discards.includes('continue')))

  test('takes context where it has a place for it', () => {
    const hasPlace = spec.contextBy === 'stdout' || spec.output?.['additionalContext'] !== undefined
    expect(!spec.effects.includes('add-context') || hasPlace).toBe(true)
  })
})

test.for([
  ['PreToolUse', 600_000],
  ['UserPromptSubmit', 30_000],
  ['SessionEnd', 1_500],
  ['MessageDisplay', 10_000],
  ['PreModelSwitch', 30_000],
] as const)('%s has a default timeout of %i ms', ([event, ms]) => expect(eventSpec(event).timeoutMs).toBe(ms))

test('an event of another host can be denied by exit 2', () =>
  expect(eventSpec('BeforeModel')).toMatchObject({ event: 'BeforeModel', exit2: 'deny', denyBy: 'exit-2' }))

test('names of object methods are no events', () => {
  expect(claudeEvent('constructor')).toBeUndefined()
  expect(claudeEvent('__proto__')).toBeUndefined()
})
