import { describe, expect, test } from 'vitest'
import { BASH, DIR, run } from './helpers/plain.ts'

describe('mistral-vibe', () => {
  const guard = { name: 'g', type: 'pre_tool', match: 'bash', command: './guard.sh', timeout: 5 }
  const deny = { exit: 0, stdout: { $json: { decision: 'deny', reason: 'not here' } } }
  const hooks = (more: object = {}) => ({ hooks: [{ ...guard, ...more }] })

  test('a guard runs with the payload of its host, and refuses by JSON', async () => {
    const got = await run({ files: 'mistral-vibe', value: hooks(), outcomes: [deny] })
    expect(got).toMatchObject({
      timeouts: [5_000],
      inputs: [
        {
          hook_event_name: 'pre_tool',
          session_id: 's1',
          cwd: DIR,
          tool_name: 'bash',
          tool_input: BASH.tool_input,
        },
      ],
      decision: 'deny',
      reason: 'not here',
      configIssues: [],
    })
  })

  test.for([
    ['pre_tool', {}, 60_000],
    ['before_tool', { timeout: 0.5 }, 500],
  ] as const)('an entry of type %s with %j has %i ms', async ([type, more, ms]) => {
    const value = { hooks: [{ name: 'g', type, command: 'h', ...more }] }
    const got = await run({ files: 'mistral-vibe', value, outcomes: [{ exit: 0 }] })
    expect([got.timeouts, got.configIssues]).toEqual([[ms], []])
  })

  test.for([
    ['bash', 'Bash', true],
    ['BASH', 'Bash', true],
    ['write_*', 'Write', true],
    ['[!b]*', 'Bash', false],
    ['[be]*', 'Edit', true],
    ['re:(Bash|edit)', 'Bash', true],
    ['re:ba', 'Bash', false],
    [String.raw`re:\w+_FILE`, 'Write', true],
    ['re:[A-Z]+', 'Bash', true],
    ['github_*', 'Bash', false],
  ] as const)('match %s and tool %s: %s', async ([match, tool_name, isRun]) => {
    const event = { ...BASH, tool_name, tool_input: { command: 'x', file_path: '/a' } }
    const outcomes = isRun ? [{ exit: 0 }] : []
    const got = await run({ files: 'mistral-vibe', value: hooks({ match }), event, outcomes })
    expect(got.plan.steps).toEqual(isRun ? ['mistral-vibe:project:pre_tool:g'] : [])
  })

  test.for([
    ['exit 2', { exit: 2, stderr: 'x' }, 'none'],
    ['exit 1', { exit: 1, stderr: 'x' }, 'none'],
    ['text', { exit: 0, stdout: 'deny' }, 'none'],
  ] as const)(
    '%s is a failure, which denies only where the entry is strict',
    async ([, outcome, decision]) => {
      const open = await run({ files: 'mistral-vibe', value: hooks(), outcomes: [outcome] })
      const strict = await run({ files: 'mistral-vibe', value: hooks({ strict: true }), outcomes: [outcome] })
      expect([open.decision, strict.decision]).toEqual([decision, 'deny'])
    },
  )

  test('hooks run one after the other, and a deny ends the row', async () => {
    const value = { hooks: ['a', 'b', 'c'].map((name) => ({ ...guard, name })) }
    const got = await run({ files: 'mistral-vibe', value, outcomes: [{ exit: 0 }, deny] })
    expect(got).toMatchObject({ order: 'serial', decision: 'deny', reason: 'not here' })
  })

  test.for([
    [{ hooks: {} }, 'config.shape'],
    [{ hooks: [{ ...guard, type: 'pre_tol' }] }, 'event.unknown'],
    [{ hooks: [{ ...guard, match: 're:(' }] }, 'matcher.invalid'],
    [{ hooks: [{ ...guard, matcher: 'bash' }] }, 'config.unknown-key'],
    [{ hooks: [{ name: 'g', type: 'post_agent', command: 'h', strict: true }] }, 'hook.closed'],
  ] as const)('%j is told as %s', async ([value, code]) => {
    expect((await run({ files: 'mistral-vibe', value })).configIssues).toEqual([code])
  })
})
