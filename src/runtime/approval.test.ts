import { describe, expect, test } from 'vitest'
import type { HookContext } from '../dialects/codex-runtime/contract.ts'
import { emptyPatch } from '../dialects/codex-runtime/contract.ts'
import { toolNameOf } from './approval.ts'
import { createHookRuntime } from './hook-runtime.ts'
import { NOOP, type HookAction, type HookIssue, type PreHook } from './hook.ts'

const COMMAND = 'item/commandExecution/requestApproval'
const FILES = 'item/fileChange/requestApproval'

const asked = (answer: HookAction | HookIssue = NOOP, name = 'guard') => {
  const seen: HookContext[] = []
  const hook: PreHook = { name, pre: (context) => (seen.push(context), answer) }
  return { hook, seen }
}
const block: HookAction = { kind: 'block', hookName: 'guard', phase: 'PreToolUse', message: 'no' }
const failure: HookIssue = { hookName: 'guard', phase: 'PreToolUse', class: 'Timeout', message: 'late' }
const command = { method: COMMAND, id: 7, params: { threadId: 't', command: 'cargo test --all' } }

test.for<readonly [string, unknown, string | null]>([
  [COMMAND, { command: 'cargo test' }, 'cargo'],
  [COMMAND, { command: '  rm  -rf /' }, 'rm'],
  [COMMAND, { command: ' ' }, null],
  [COMMAND, {}, null],
  [COMMAND, null, null],
  [FILES, {}, 'file_change'],
  ['item/tool/call', { toolName: 'lookup' }, 'lookup'],
  ['item/tool/requestUserInput', { toolName: 'x' }, null],
])('the tool of %s with %j is %s', ([method, params, name]) =>
  expect(toolNameOf({ method, id: 1, params })).toBe(name),
)

describe('an approval', () => {
  test('is a context without directory, model and metadata', async () => {
    const { hook, seen } = asked()
    const runtime = createHookRuntime({ preToolUseHooks: [hook] }, { now: () => 3 })
    expect(await runtime.approve(command)).toEqual({ decision: 'accept' })
    expect(seen).toEqual([
      {
        phase: 'PreToolUse',
        threadId: 't',
        correlationId: 'tu-n:7',
        tsMs: 3,
        metadata: null,
        toolName: 'cargo',
        toolInput: command.params,
      },
    ])
  })

  test.for([undefined, 1])('never fails because a hook returns %j', async (answer) => {
    const hook = { name: 'x', pre: () => answer } as unknown as PreHook
    expect(await createHookRuntime({ preToolUseHooks: [hook] }).approve(command)).toEqual({
      decision: 'accept',
    })
  })

  test('of a request with a textual id and no parameters', async () => {
    const { hook, seen } = asked()
    await createHookRuntime({ preToolUseHooks: [hook] }).approve({ method: FILES, id: 'x' })
    expect(seen).toMatchObject([
      { correlationId: 'tu-s:x', threadId: null, toolName: 'file_change', toolInput: null },
    ])
  })

  test.for<readonly [string, HookAction | HookIssue, 'accept' | 'decline']>([
    ['nothing to say accepts', NOOP, 'accept'],
    ['a block declines', block, 'decline'],
    ['a failure accepts, as in the crate', failure, 'accept'],
    ['a patch changes nothing', { kind: 'mutate', patch: { ...emptyPatch, modelOverride: 'm' } }, 'accept'],
  ])('%s', async ([, answer, decision]) => {
    const runtime = createHookRuntime({ preToolUseHooks: [asked(answer).hook] })
    expect(await runtime.approve(command)).toEqual({ decision })
  })

  test('a failure declines where the program says so', async () => {
    const strict = createHookRuntime(
      { preToolUseHooks: [asked(failure).hook] },
      { onToolHookFailure: 'decline' },
    )
    expect(await strict.approve(command)).toEqual({ decision: 'decline' })
  })

  test('only problems make a new report', async () => {
    const answers = [failure, NOOP]
    const hook: PreHook = { name: 'guard', pre: () => answers.shift() ?? NOOP }
    const runtime = createHookRuntime({ preToolUseHooks: [hook] })
    await runtime.approve(command)
    await runtime.approve(command)
    expect(runtime.report()).toEqual({ issues: [failure] })
  })

  test.for(['item/tool/requestUserInput', 'item/tool/call', 'turn/start'])(
    '%s is left to others',
    async (method) => {
      const runtime = createHookRuntime({ preToolUseHooks: [asked(block).hook] })
      expect(await runtime.approve({ method, id: 1, params: {} })).toBeUndefined()
    },
  )

  test('without a tool hook everything is left to others', async () => {
    const runtime = createHookRuntime({ preHooks: [asked(block).hook] })
    expect(await runtime.approve(command)).toBeUndefined()
  })
})

describe('tool hooks of one call', () => {
  test.for(['profile', 'session'] as const)('of its %s decide while its turn lasts', async (scope) => {
    const global = asked(NOOP, 'global')
    const twin = asked(block, 'global')
    const own = asked(NOOP, 'own')
    const runtime = createHookRuntime({ preToolUseHooks: [global.hook] })
    const change = { method: FILES, id: 1, params: { threadId: 'thread-1' } }
    const done = await runtime.run(
      { prompt: 'p' },
      {
        startThread: () => Promise.resolve('thread-1'),
        startTurn: () => runtime.approve(change),
      },
      { [scope]: { preToolUseHooks: [twin.hook, own.hook] } },
    )
    expect(done).toEqual({ kind: 'done', value: { decision: 'accept' } })
    expect([global.seen.length, twin.seen.length, own.seen.length]).toEqual([1, 0, 1])
    await runtime.approve(change)
    expect(own.seen).toHaveLength(1)
  })

  test('leave the other threads to whoever approves there, where the crate would accept', async () => {
    const runtime = createHookRuntime()
    const done = await runtime.run(
      { prompt: 'p' },
      {
        startThread: () => Promise.resolve('thread-1'),
        startTurn: () => runtime.approve({ ...command, params: { threadId: 'thread-2', command: 'ls' } }),
      },
      { profile: { preToolUseHooks: [asked().hook] } },
    )
    expect(done).toEqual({ kind: 'done', value: undefined })
  })
})

test.for([
  [undefined, 'untrusted'],
  ['never', 'untrusted'],
  ['Never', 'untrusted'],
  ['on-request', 'on-request'],
] as const)('a tool hook makes policy %s %s', ([policy, raised]) => {
  const tools = { preToolUseHooks: [asked().hook] }
  expect(createHookRuntime(tools).approvalPolicy(policy)).toBe(raised)
  expect(createHookRuntime().approvalPolicy(policy, { profile: tools })).toBe(raised)
  expect(createHookRuntime().approvalPolicy(policy)).toBe(policy)
})
