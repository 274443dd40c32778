import { describe, expect, test } from 'vitest'
import { places, toolEvent, openPolicy } from '../../../test/helpers/builders.ts'
import type { Event } from '../../core/event.ts'
import { indexHooks, plan } from '../../core/planner.ts'
import { judge } from '../../engine/judge.ts'
import { configSide } from './config.ts'
import { foldCase } from './fold-case.ts'
import { codexCli } from './index.ts'

function hooksOf(event: string, matcher: unknown) {
  const value = { hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: 'x' }] }] } }
  return configSide.read({ file: '/home/dev/app/.codex/hooks.json', scope: 'project', value }, places())
}

function runs(event: Event, matcher: unknown): boolean {
  const index = indexHooks(hooksOf(event.name, matcher).hooks)
  return plan(event, index, judge(event, index, openPolicy)).steps.length > 0
}

function decode(wire: object): Event {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ hook_event_name: 'PreToolUse', cwd: '/w', ...wire }),
  )
  return codexCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 0 }) as Event
}

const add = '*** Begin Patch\n*** Add File: a\n+a\n*** End Patch'
const update = '*** Begin Patch\n*** Update File: a\n@@\n-a\n+b\n*** End Patch'
const bash = decode({ tool_name: 'Bash', tool_input: { command: 'ls' } })
const adds = decode({ tool_name: 'apply_patch', tool_input: { command: add } })
const updates = decode({ tool_name: 'apply_patch', tool_input: { command: update } })
const agent = decode({ tool_name: 'spawn_agent', tool_input: {} })
const mcp = decode({ tool_name: 'mcp__memory__add', tool_input: {} })
const claudeWrite = toolEvent('Write', { file_path: '/w/a', content: 'a' })
const claudeRead = toolEvent('Read', { file_path: '/w/a' })

describe('a matcher of a file of Codex', () => {
  test.for<[unknown, Event, boolean]>([
    [undefined, bash, true],
    [null, bash, true],
    ['', bash, true],
    ['*', bash, true],
    ['Bash', bash, true],
    ['bash', bash, false],
    ['Bas', bash, false],
    ['Edit|Bash', bash, true],
    ['^Ba', bash, true],
    ['as.', bash, true],
    ['apply_patch', bash, false],
    ['apply_patch', adds, true],
    ['Write', adds, true],
    ['Edit', adds, true],
    ['Write', updates, true],
    ['Edit', updates, true],
    ['^(Write|Edit)$', updates, true],
    ['^Wri', updates, true],
    ['^Read', updates, false],
    ['^apply', updates, true],
    ['Agent', agent, true],
    ['spawn_agent', agent, true],
    ['Task', agent, false],
    ['mcp__memory', mcp, false],
    ['mcp__memory__add', mcp, true],
    ['mcp__memory__.*', mcp, true],
    ['(?i)^bash$', bash, true],
    ['(?P<tool>Bash)', bash, true],
    ['\\ABash\\z', bash, true],
    ['\\Aas', bash, false],
    ['(?i)\\Abash\\z', bash, true],
    ['\\\\A', bash, false],
    ['[A-Z]a[st\\]]h', bash, true],
    ['^mcp__[a-z-]+__', mcp, true],
    ['|', bash, false],
    ['Bash|', bash, true],
    ['apply_patch', claudeWrite, true],
    ['Write', claudeWrite, true],
    ['Bash', claudeWrite, false],
    ['Read', claudeRead, true],
  ])('%j', ([matcher, event, expected]) => expect(runs(event, matcher)).toBe(expected))

  test.for([
    '(',
    'a(?=b)',
    '(?<!x)Bash',
    '(a)\\1',
    '[',
    '^\\p{Lu}ash$',
    '^\\pLash$',
    '^[[:alpha:]]+$',
    '^[a-z&&[^x]]+$',
    '^[a-z--x]$',
    '^[]B]ash$',
    '^\\x{42}ash$',
    '\\<Bash\\>',
    '(?x) Bash',
  ])('%s drops its group with an error', (matcher) => {
    const { hooks, issues } = hooksOf('PreToolUse', matcher)
    expect(hooks).toEqual([])
    expect(issues).toMatchObject([{ code: 'matcher.invalid', severity: 'error' }])
  })

  test.for(['UserPromptSubmit', 'Stop', 'Interrupt'])('is ignored on %s, even an invalid one', (event) => {
    const { hooks, issues } = hooksOf(event, '(')
    expect(hooks).toMatchObject([{ matcher: { kind: 'all' } }])
    expect(issues).toEqual([])
  })

  test.for<[string, object, string, boolean]>([
    ['SessionStart', { source: 'resume' }, 'startup|resume', true],
    ['SessionStart', { source: 'clear' }, 'startup|resume', false],
    ['PreCompact', { trigger: 'auto' }, 'auto', true],
    ['SessionEnd', { reason: 'other' }, 'other', true],
    ['SubagentStart', { agent_id: 'a', agent_type: 'explorer' }, 'explorer', true],
    ['SubagentStop', { agent_id: 'a', agent_type: 'explorer' }, 'worker', false],
  ])('%s %j against %s', ([name, fields, matcher, expected]) =>
    expect(runs(decode({ hook_event_name: name, ...fields }), matcher)).toBe(expected),
  )
})

test.for<[string, string]>([
  ['bash', '[bB][aA][sS][hH]'],
  ['[a-c_x]', '[a-cA-C_xX]'],
  ['a-b', '[aA]-[bB]'],
  ['\\w\\d\\x41', '\\w\\d\\x41'],
  ['(?<name>a)', '(?<name>[aA])'],
  ['1_', '1_'],
])('%s in either case is %s', ([source, folded]) => expect(foldCase(source)).toBe(folded))
