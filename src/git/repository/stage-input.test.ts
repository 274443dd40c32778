import { expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { HOOK_TYPES, STAGES, type HookType } from '../contracts/model.ts'
import { readHookArgs, stageEnv, stageInput } from './stage-input.ts'

/** The sentences are prek's 0.5.3. */
const WRONG: readonly (readonly [type: HookType, args: readonly string[], said: string])[] = [
  ['commit-msg', [], 'exactly 1 argument but received no arguments'],
  ['commit-msg', ['a', 'b'], 'exactly 1 argument but received 2 arguments: `a b`'],
  ['pre-commit', ['x'], 'no arguments but received 1 argument: `x`'],
  ['pre-push', ['a'], 'exactly 2 arguments but received 1 argument: `a`'],
  ['post-checkout', [], 'exactly 3 arguments but received no arguments'],
  ['pre-rebase', [], 'between 1 and 2 arguments but received no arguments'],
  [
    'prepare-commit-msg',
    ['a', 'b', 'c', 'd'],
    'between 1 and 3 arguments but received 4 arguments: `a b c d`',
  ],
]

test.for(WRONG)('%s with %j expects %s', ([type, args, said]) => {
  expect(readHookArgs(type, args)).toMatchObject({
    code: 'git.hook-args',
    message: `hook \`${type}\` expects ${said}`,
  })
})

const VARIABLES: readonly (readonly [
  type: HookType,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
])[] = [
  ['pre-commit', [], {}],
  ['pre-merge-commit', [], {}],
  ['post-commit', [], {}],
  ['commit-msg', ['M'], {}],
  ['prepare-commit-msg', ['M'], {}],
  ['prepare-commit-msg', ['M', 'merge'], { COMMIT_MSG_SOURCE: 'merge' }],
  [
    'prepare-commit-msg',
    ['M', 'commit', 'HEAD'],
    { COMMIT_MSG_SOURCE: 'commit', COMMIT_OBJECT_NAME: 'HEAD' },
  ],
  ['pre-push', ['origin', 'URL'], { REMOTE_NAME: 'origin', REMOTE_URL: 'URL' }],
  [
    'post-checkout',
    ['A', 'B', '1'],
    { FROM_REF: 'A', ORIGIN: 'A', TO_REF: 'B', SOURCE: 'B', CHECKOUT_TYPE: '1' },
  ],
  ['post-merge', ['0'], { IS_SQUASH_MERGE: '0' }],
  ['post-merge', ['1'], { IS_SQUASH_MERGE: '1', SQUASH_MERGE: '1' }],
  ['post-rewrite', ['amend'], { REWRITE_COMMAND: 'amend' }],
  ['pre-rebase', ['up'], { PRE_REBASE_UPSTREAM: 'up' }],
  ['pre-rebase', ['up', 'topic'], { PRE_REBASE_UPSTREAM: 'up', PRE_REBASE_BRANCH: 'topic' }],
]

test.for(VARIABLES)('%s with %j sets its variables', ([type, args, env]) => {
  const facts = readHookArgs(type, args)
  if (isIssue(facts)) throw new Error(facts.message)
  const named = Object.entries(env).map(([key, value]) => [`PRE_COMMIT_${key}`, value])
  expect(stageEnv(facts)).toEqual({ PRE_COMMIT: '1', ...Object.fromEntries(named) })
})

test('a first push has a to ref and no from ref', () => {
  expect(stageEnv({ to: 'B', localBranch: 'l', remoteBranch: 'r' })).toEqual({
    PRE_COMMIT: '1',
    PRE_COMMIT_TO_REF: 'B',
    PRE_COMMIT_SOURCE: 'B',
    PRE_COMMIT_LOCAL_BRANCH: 'l',
    PRE_COMMIT_REMOTE_BRANCH: 'r',
  })
})

test('every stage has an input, and only manual is chosen', () => {
  expect(STAGES.filter((stage) => stageInput(stage) === 'chosen')).toEqual(['manual'])
  expect(HOOK_TYPES.filter((type) => stageInput(type) === 'none')).toEqual([
    'post-checkout',
    'post-commit',
    'post-merge',
    'post-rewrite',
    'pre-rebase',
  ])
})
