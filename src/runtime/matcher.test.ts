import { describe, expect, test } from 'vitest'
import type { HookContext } from '../dialects/codex-runtime/contract.ts'
import { filteredPostHook, filteredPreHook, matches, type HookMatcher } from './matcher.ts'

const context = (fields: Partial<HookContext> = {}): HookContext => ({
  phase: 'PreToolUse',
  correlationId: 'tu-n:1',
  tsMs: 0,
  toolName: 'cargo',
  cwd: '/project/src',
  ...fields,
})

test.for<readonly [string, HookMatcher, Partial<HookContext>, boolean]>([
  ['the default takes everything', {}, {}, true],
  ['no phases are all phases', { phases: [] }, {}, true],
  ['a phase that is named', { phases: ['PreRun', 'PreToolUse'] }, {}, true],
  ['a phase that is not', { phases: ['PreRun'] }, {}, false],
  ['the tool', { toolName: 'cargo' }, {}, true],
  ['another tool', { toolName: 'git' }, {}, false],
  ['the beginning of a tool', { toolName: 'car' }, {}, false],
  ['no tool', { toolName: 'cargo' }, { toolName: null }, false],
  ['a directory below', { cwdPrefix: '/project' }, {}, true],
  ['the directory itself', { cwdPrefix: '/project' }, { cwd: '/project' }, true],
  ['a slash at its end', { cwdPrefix: '/project/' }, { cwd: '/project' }, true],
  ['the root', { cwdPrefix: '/' }, {}, true],
  ['a sibling that begins the same', { cwdPrefix: '/project' }, { cwd: '/project2' }, false],
  ['an unrelated directory', { cwdPrefix: '/project' }, { cwd: '/tmp' }, false],
  ['no directory', { cwdPrefix: '/project' }, { cwd: null }, false],
  ['all together', { phases: ['PreToolUse'], toolName: 'cargo', cwdPrefix: '/project' }, {}, true],
  ['all but one', { phases: ['PreToolUse'], toolName: 'git', cwdPrefix: '/project' }, {}, false],
])('%s', ([, matcher, fields, expected]) => expect(matches(matcher, context(fields))).toBe(expected))

describe('a filtered hook', () => {
  const block = { kind: 'block', hookName: 'guard', phase: 'PreToolUse', message: 'no' } as const
  const issue = { hookName: 'audit', phase: 'PostRun', class: 'Execution', message: 'bad' } as const
  const pre = filteredPreHook({ name: 'guard', pre: () => block }, { toolName: 'cargo' })
  const post = filteredPostHook({ name: 'audit', post: () => issue }, { phases: ['PostRun'] })

  test('keeps its name', () => expect([pre.name, post.name]).toEqual(['guard', 'audit']))

  test('is asked where it matches', async () => {
    expect(await pre.pre(context())).toBe(block)
    expect(await post.post(context({ phase: 'PostRun' }))).toBe(issue)
  })

  test('has nothing to say elsewhere', async () => {
    expect(await pre.pre(context({ toolName: 'git' }))).toEqual({ kind: 'noop' })
    expect(await post.post(context())).toBeUndefined()
  })
})
