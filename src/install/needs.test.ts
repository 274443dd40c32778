import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { Hook } from '../core/hook.ts'
import { registrationsOf } from './needs.ts'

const spec = { file: () => undefined }

function events(hooks: readonly Hook[], isAll = false): readonly string[] {
  return registrationsOf({ dialect: claudeCode, spec, hooks, isAll }).map(({ event }) => event)
}

describe('events', () => {
  test('without hooks: the start of a session, tool calls and prompts', () => {
    expect(events([])).toEqual(['PreToolUse', 'UserPromptSubmit', 'SessionStart'])
  })

  test('what a hook needs is added', () => {
    expect(events([hook({ event: 'Stop' })])).toContain('Stop')
  })

  test('a hook that is switched off in its file needs nothing', () => {
    expect(events([hook({ event: 'Stop', disabled: 'off' })])).not.toContain('Stop')
  })

  test('all of them, except those where a hook does the work of the host', () => {
    expect(events([], true)).toContain('Notification')
    expect(events([], true)).not.toContain('WorktreeCreate')
    expect(events([hook({ event: 'WorktreeCreate' })])).toContain('WorktreeCreate')
  })

  test('what tells of the same action is not registered', () => {
    const skipping = { ...spec, skips: ['PreToolUse'] }
    const found = registrationsOf({ dialect: claudeCode, spec: skipping, hooks: [hook()], isAll: true })
    expect(found.map(({ event }) => event)).not.toContain('PreToolUse')
  })
})

describe('times', () => {
  test.for([
    { hooks: [1_000], most: Infinity, deadline: 60, timeout: 65 },
    { hooks: [120_000, 300_500], most: Infinity, deadline: 301, timeout: 306 },
    { hooks: [600_000], most: 600, deadline: 595, timeout: 600 },
    { hooks: [60_000], most: 3, deadline: 2, timeout: 3 },
  ])('hooks of $hooks ms where the host waits $most s at most', ({ hooks, most, deadline, timeout }) => {
    const limited = { ...spec, longestTimeout: () => most }
    const own = hooks.map((timeoutMs) => hook({ timeoutMs }))
    const found = registrationsOf({ dialect: claudeCode, spec: limited, hooks: own, isAll: false })
    const { deadlineSeconds, timeoutSeconds } = found.find(({ event }) => event === 'PreToolUse') ?? {}
    expect({ deadlineSeconds, timeoutSeconds }).toEqual({
      deadlineSeconds: deadline,
      timeoutSeconds: timeout,
    })
  })

  test('nobody waits for a hook in the background', () => {
    const own = [hook({ timeoutMs: 900_000, mode: 'background' })]
    const [first] = registrationsOf({ dialect: claudeCode, spec, hooks: own, isAll: false })
    expect(first?.deadlineSeconds).toBe(60)
  })
})
