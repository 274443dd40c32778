import { describe, expect, test } from 'vitest'
import { hook, openPolicy, toolEvent } from '../../test/helpers/builders.ts'
import type { Event } from './event.ts'
import type { Hook, Scope } from './hook.ts'
import { explain, indexHooks, plan, type HookIndex } from './planner.ts'
import type { Policy } from './policy.ts'
import { judge } from '../engine/judge.ts'

function planWith(event: Event, index: HookIndex, policy: Policy) {
  return plan(event, index, judge(event, index, policy))
}

const names = (...list: string[]): Hook['matcher'] => ({ kind: 'names', names: list })

function planned(event: Event, hooks: readonly Hook[], policy = openPolicy) {
  const { steps, skipped } = planWith(event, indexHooks(hooks), policy)
  return {
    steps: steps.map((step) => `${step.hook.id}: ${step.why}`),
    skipped: skipped.map((skip) => `${skip.hook.id} ${skip.because}: ${skip.why}`),
  }
}

describe('plan', () => {
  test('keeps configuration order and says why each hook runs', () => {
    const hooks = [
      hook({ id: 'b', matcher: names('Bash') }),
      hook({ id: 'a' }),
      hook({ id: 'c', matcher: names('Edit') }),
    ]
    expect(planned(toolEvent('Bash'), hooks)).toEqual({
      steps: ['b: matcher Bash matches Bash', 'a: every PreToolUse'],
      skipped: [],
    })
  })

  test('has no step for another event', () => {
    expect(planned(toolEvent('Bash', {}, { name: 'PostToolUse' }), [hook()])).toEqual({
      steps: [],
      skipped: [],
    })
  })

  describe('a call that may be one of two tools', () => {
    const event = toolEvent('Write')
    const call: Event = { ...event, tool: { ...event.tool!, mayBe: 'Edit' } }
    const tool = { Edit: ['replace'], Write: ['write_file'] }
    test.for([
      ['runs hooks of the one that it is called', names('Write'), 'tool', 1],
      ['runs hooks of the other', names('Edit'), 'tool', 1],
      ['runs hooks that know the other by a name of their host', names('replace'), { tool }, 1],
      ['runs a hook of both once', names('Edit', 'Write'), 'tool', 1],
      ['runs no hook of a third', names('Read'), 'tool', 0],
    ] as const)('%s', ([, matcher, subject, count]) =>
      expect(planned(call, [hook({ matcher, subject })]).steps).toHaveLength(count),
    )

    test('is not allowed by a rule for the other', () => {
      const rule = { handler: { type: 'rule', decision: 'allow' } } as const
      const hooks = [hook({ ...rule, id: 'e', matcher: names('Edit') }), hook({ ...rule, id: 'w' })]
      expect(planned(call, hooks).steps).toEqual(['w: every PreToolUse'])
    })

    test('is not taken for one that is certain', () => {
      const index = indexHooks([hook({ matcher: names('Edit') })])
      const runs = [call, event, call].map((each) => planWith(each, index, openPolicy).steps.length)
      expect(runs).toEqual([1, 0, 1])
    })
  })

  describe('a hook may look at the name one host gives the tool', () => {
    const tool = { Edit: ['edit', 'apply_patch'] }
    const of = (name: string, nativeName: string): Event => {
      const event = toolEvent(name)
      return { ...event, tool: { ...event.tool!, nativeName } }
    }
    test.for([
      ['the usual name stands for the canonical one', 'edit', of('Edit', 'Edit'), true],
      ["the name on the wire counts where it is that host's", 'edit', of('Edit', 'apply_patch'), false],
      ['and matches', 'apply_patch', of('Edit', 'apply_patch'), true],
      ['a name of a third host does not', 'replace', of('Edit', 'replace'), false],
      ['the canonical one does not either', 'Edit', of('Edit', 'edit'), false],
      ['a tool without another name keeps its own', 'Own', of('Own', 'Own'), true],
    ] as const)('%s', ([, name, event, runs]) =>
      expect(planned(event, [hook({ matcher: names(name), subject: { tool } })]).steps).toHaveLength(
        runs ? 1 : 0,
      ),
    )

    test.for(['edit', 'Edit'])('or at either of the two: %s', (name) =>
      expect(
        planned(of('Edit', 'replace'), [hook({ matcher: names(name), subject: { tool, either: true } })])
          .steps,
      ).toHaveLength(1),
    )
  })

  test('matches the native tool name as well', () => {
    const event = toolEvent('Bash')
    const native = { ...event, tool: { ...event.tool!, nativeName: 'run_shell_command' } }
    expect(planned(native, [hook({ id: 'n', matcher: names('run_shell_command') })]).steps).toHaveLength(1)
  })

  test('tests other events against their own field, and runs when the field is missing', () => {
    const onSource = hook({
      id: 's',
      event: 'SessionStart',
      subject: { field: 'source' },
      matcher: names('clear'),
    })
    const start = (fields: Event['fields']): Event => ({ ...toolEvent('x'), name: 'SessionStart', fields })
    expect(planned(start({ source: 'clear' }), [onSource]).steps).toHaveLength(1)
    expect(planned(start({ source: 'startup' }), [onSource]).steps).toHaveLength(0)
    expect(planned(start({}), [onSource]).steps).toHaveLength(1)
  })

  test('remembers a selection per subject, also for hooks that look at different fields', () => {
    const hooks = [
      hook({ id: 'one', event: 'E', subject: { field: 'a' }, matcher: names('1') }),
      hook({ id: 'two', event: 'E', subject: { field: 'b', basename: true }, matcher: names('2') }),
    ]
    const index = indexHooks(hooks)
    const ids = (fields: Event['fields']): string[] =>
      planWith({ ...toolEvent('x'), name: 'E', fields }, index, openPolicy).steps.map((step) => step.hook.id)
    expect([
      ids({ a: '1', b: 'x' }),
      ids({ a: 'x', b: '/d/2' }),
      ids({ a: '1', b: '/d/2' }),
      ids({ a: '1', b: 'x' }),
    ]).toEqual([['one'], ['two'], ['one', 'two'], ['one']])
  })

  test('asks the policy only about hooks that match', () => {
    const asked: string[] = []
    const refuse = (each: Hook) => {
      asked.push(each.id)
      return { because: 'untrusted', why: 'no approval' } as const
    }
    const hooks = [hook({ id: 'a', matcher: names('Bash') }), hook({ id: 'b', matcher: names('Edit') })]
    expect(planned(toolEvent('Bash'), hooks, { ...openPolicy, refuse })).toEqual({
      steps: [],
      skipped: ['a untrusted: no approval'],
    })
    expect(asked).toEqual(['a'])
  })

  test('S16 the regular expression of a refused hook is never run', () => {
    const slow = hook({ id: 'slow', matcher: { kind: 'regex', source: '^(\\w+)+!$' } })
    const refuse = (each: Hook) =>
      each.id === 'slow' ? ({ because: 'untrusted', why: 'new' } as const) : undefined
    const hooks = [slow, hook({ id: 'own' })]
    const started = performance.now()
    const planned60 = planned(toolEvent('a'.repeat(60)), hooks, { ...openPolicy, refuse })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(planned60).toEqual({ steps: ['own: every PreToolUse'], skipped: ['slow untrusted: new'] })
  })

  test('a refused hook that must not fail silently stays as a step that cannot start', () => {
    const refuse = () => ({ because: 'changed', why: 'gate.sh changed', fails: true }) as const
    const { steps } = planWith(toolEvent('Bash'), indexHooks([hook({ id: 'g' })]), { ...openPolicy, refuse })
    expect(steps[0]?.hook.handler).toEqual({ type: 'unsupported', name: 'changed', why: 'gate.sh changed' })
  })

  test('equal hooks run once, at the place of the first, with the later definition', () => {
    const hooks = [
      hook({ id: 'first', dedup: 'k' }),
      hook({ id: 'other' }),
      hook({ id: 'later', dedup: 'k' }),
    ]
    expect(planned(toolEvent('Bash'), hooks)).toEqual({
      steps: ['later: every PreToolUse', 'other: every PreToolUse'],
      skipped: ['first duplicate: same as later'],
    })
  })

  test('of equal hooks the first stands where their dialect says so, unless a later scope is stronger', () => {
    const at = (id: string, scope: Scope): Hook =>
      hook({ id, dedup: 'k', dedupKeeps: 'first', source: { file: 'f', pointer: [], scope } })
    const ids = (...hooks: readonly Hook[]) =>
      planWith(toolEvent('Bash'), indexHooks(hooks), openPolicy).steps.map((step) => step.hook.id)
    expect(ids(at('a', 'user'), at('b', 'user'))).toEqual(['a'])
    expect(ids(at('a', 'user'), at('b', 'project'))).toEqual(['a'])
    expect(ids(at('a', 'user'), at('b', 'managed'))).toEqual(['b'])
  })

  test('a weaker scope never displaces an equal hook of a stronger one', () => {
    const project = hook({ id: 'project', dedup: 'k', source: { file: 'p', pointer: [], scope: 'project' } })
    expect(planned(toolEvent('Bash'), [hook({ id: 'user', dedup: 'k' }), project]).steps).toEqual([
      'user: every PreToolUse',
    ])
  })

  test('an untrusted copy does not displace the hook it copies', () => {
    const copy = hook({ id: 'copy', dedup: 'k' })
    const refuse = (each: Hook) =>
      each.id === 'copy' ? ({ because: 'untrusted', why: 'new' } as const) : undefined
    expect(
      planned(toolEvent('Bash'), [hook({ id: 'own', dedup: 'k' }), copy], { ...openPolicy, refuse }).steps,
    ).toEqual(['own: every PreToolUse'])
  })

  test('equal keys of different dialects are different hooks', () => {
    const hooks = [hook({ id: 'a', dedup: 'k' }), hook({ id: 'b', dedup: 'k', dialect: 'claude-code' })]
    expect(planned(toolEvent('Bash'), hooks).steps).toHaveLength(2)
  })

  test('a condition is evaluated last and explained either way', () => {
    const condition = (rule: string) => ({
      holds: rule === 'yes',
      whole: false,
      why: rule === 'yes' ? 'it does' : 'it does not',
    })
    const hooks = [hook({ id: 'a', condition: 'yes' }), hook({ id: 'b', condition: 'no' })]
    expect(planned(toolEvent('Bash'), hooks, { ...openPolicy, condition })).toEqual({
      steps: ['a: every PreToolUse; if yes: it does'],
      skipped: ['b condition: if no: it does not'],
    })
  })
})

test('a part that fits runs a guard, but grants nothing', () => {
  const condition = () => ({ holds: true, whole: false, why: 'one part fits' })
  const allow = hook({ id: 'allow', condition: 'c', handler: { type: 'rule', decision: 'allow' } })
  const deny = hook({ id: 'deny', condition: 'c', handler: { type: 'rule', decision: 'deny' } })
  expect(planned(toolEvent('Bash'), [allow, deny], { ...openPolicy, condition })).toEqual({
    steps: ['deny: every PreToolUse; if c: one part fits'],
    skipped: [
      'allow condition: if c: only part of the call fits, and an allow must fit all of it: one part fits',
    ],
  })
})

test('explain adds the hooks whose matcher rules them out', () => {
  const hooks = [hook({ id: 'a', matcher: names('Edit', 'Write') }), hook({ id: 'b' })]
  const index = indexHooks(hooks)
  const { steps, skipped } = explain(toolEvent('Bash'), index, judge(toolEvent('Bash'), index, openPolicy))
  expect(steps.map((step) => step.hook.id)).toEqual(['b'])
  expect(skipped.map(({ hook: { id }, because, why }) => [id, because, why])).toEqual([
    ['a', 'matcher', 'matcher Edit|Write does not match Bash'],
  ])
})

describe('a hook of one native event among several', () => {
  const shell = hook({ id: 'shell', native: 'beforeShell', dialect: 'acme' })
  const every = hook({ id: 'every', dialect: 'acme' })
  const seen = (host: string, native: string) =>
    planned(toolEvent('Bash', {}, { host, native }), [shell, every]).steps.map((step) => step.split(':')[0])

  test('runs for it, and not for the others of its host', () => {
    expect(seen('acme', 'beforeShell')).toEqual(['shell', 'every'])
    expect(seen('acme', 'beforeRead')).toEqual(['every'])
  })

  test('runs for the canonical event of every other host', () =>
    expect(seen('other', 'PreToolUse')).toEqual(['shell', 'every']))

  test('explain says which event it is for', () => {
    const index = indexHooks([shell])
    const event = toolEvent('Bash', {}, { host: 'acme', native: 'beforeRead' })
    expect(explain(event, index, judge(event, index, openPolicy)).skipped).toMatchObject([
      { because: 'matcher', why: 'it is for beforeShell, and this is beforeRead' },
    ])
  })
})

describe('a hook of a native event that is about some tools', () => {
  const shell = hook({ id: 'shell', tools: ['Bash', 'PowerShell'] })
  const remote = hook({ id: 'remote', tools: ['mcp__*'] })
  const seen = (tool: string) =>
    planned(toolEvent(tool), [shell, remote]).steps.map((step) => step.split(':')[0])

  test.for([
    ['Bash', ['shell']],
    ['PowerShell', ['shell']],
    ['Edit', []],
    ['mcp__github__push', ['remote']],
  ] as const)('runs for %s as it says', ([tool, ids]) => expect(seen(tool)).toEqual(ids))

  test('runs when the payload names no tool, so that a guard is not switched off', () => {
    const { tool: _, ...event } = toolEvent('Bash')
    expect(planned(event, [shell]).steps).toHaveLength(1)
  })

  test('is explained', () => {
    const event = toolEvent('Edit')
    const index = indexHooks([shell])
    expect(explain(event, index, judge(event, index, openPolicy)).skipped[0]?.why).toBe(
      'it is for Bash, PowerShell, and this is Edit',
    )
  })
})
