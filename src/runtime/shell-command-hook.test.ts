import { realpathSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isRunning } from '../../test/helpers/processes.ts'
import { PHASES } from '../dialects/_families/runtime/phases.ts'
import { emptyPatch, type HookContext } from '../dialects/codex-runtime/contract.ts'
import { ShellCommandHook } from './shell-command-hook.ts'

const context: HookContext = {
  phase: 'PreRun',
  cwd: '/tmp',
  correlationId: 'hk-1',
  tsMs: 0,
  metadata: {},
}

const WIRE =
  '{"phase":"PreRun","thread_id":null,"turn_id":null,"cwd":"/tmp","model":null,"main_status":null,' +
  '"correlation_id":"hk-1","ts_ms":0,"metadata":{},"tool_name":null,"tool_input":null}'

const issue = (kind: string, message: unknown, more: object = {}) => ({
  hookName: 'h',
  phase: 'PreRun',
  class: kind,
  message,
  ...more,
})
const mutate = (patch: object) => ({ kind: 'mutate', patch: { ...emptyPatch, ...patch } })
const block = (message: string) => ({ kind: 'block', hookName: 'h', phase: 'PreRun', message })
const print = (json: string) => `printf '%s' '${json}'`

/** Rows of the crate, by their names there, then ours. */
describe('a pre hook', () => {
  test.for<readonly [string, string, unknown]>([
    ['pre_hook_exit0_empty_stdout_is_noop', 'exit 0', { kind: 'noop' }],
    ['an empty object is noop', 'echo "{}"', { kind: 'noop' }],
    ['noop by name', print('{"action":"noop"}'), { kind: 'noop' }],
    ['an unknown action is noop', print('{"action":"block"}'), { kind: 'noop' }],
    ['pre_hook_exit2_blocks', `${print('{"message":"denied"}')}; exit 2`, block('denied')],
    ['text blocks', 'echo no; exit 2', block('no')],
    ['nothing blocks', 'exit 2', block('blocked by hook (no message)')],
    ['an empty message blocks', `${print('{"message":""}')}; exit 2`, block('{"message":""}')],
    ['pre_hook_exit1_is_execution_error', 'exit 1', issue('Execution', 'exited with code 1')],
    [
      'pre_hook_exit0_mutate_model',
      print('{"action":"mutate","modelOverride":"claude-haiku-4-5-20251001"}'),
      mutate({ modelOverride: 'claude-haiku-4-5-20251001' }),
    ],
    [
      'a script that logs to /dev/stderr under set -e',
      `set -e; echo log > /dev/stderr; cat /dev/stdin > /dev/null; ${print('{"action":"mutate","promptOverride":"p"}')}`,
      mutate({ promptOverride: 'p' }),
    ],
    ['a new prompt', print('{"action":"mutate","promptOverride":"p"}'), mutate({ promptOverride: 'p' })],
    ['invalid JSON', 'echo not-json', issue('Execution', expect.stringMatching(/^stdout parse error: ./))],
    ['a signal counts as -1', 'kill -9 $$', issue('Execution', 'exited with code -1')],
    ['a program that is not there', 'exec no-such-program 2>&-', issue('Execution', 'exited with code 127')],
    ['bytes that are no UTF-8 are replaced', String.raw`printf 'a\377b'; exit 2`, block('a\uFFFDb')],
    ['a hook that does not read its input', 'exec 0<&-; echo why; exit 2', block('why')],
  ])('%s', async ([, command, expected]) =>
    expect(await ShellCommandHook('h', command).pre(context)).toEqual(expected),
  )

  test('stdin_receives_hook_context_json, all of it and no newline', async () => {
    const script = `process.stdin.toArray().then(c => console.log(JSON.stringify({action:'mutate',promptOverride:Buffer.concat(c)+''})))`
    const hook = ShellCommandHook('h', `"${process.execPath}" -e "${script}"`, { timeoutMs: 20_000 })
    expect(await hook.pre(context)).toEqual(mutate({ promptOverride: WIRE }))
  })

  test.for(PHASES)('the phase on stdin is %s', async (phase) => {
    const hook = ShellCommandHook('h', `grep -o '"phase":"[A-Za-z]*"'; exit 2`)
    expect(await hook.pre({ ...context, phase })).toEqual({ ...block(`"phase":"${phase}"`), phase })
  })

  test('the whole context has the names of the crate', async () => {
    const hook = ShellCommandHook('h', 'cat; exit 2')
    const full: HookContext = {
      phase: 'PreToolUse',
      threadId: 't',
      turnId: 'u',
      cwd: '/c',
      model: 'm',
      mainStatus: 'error',
      correlationId: 'tu-n:7',
      tsMs: 1_700_000_000_000,
      metadata: null,
      toolName: 'cargo',
      toolInput: { command: 'cargo test' },
    }
    expect(await hook.pre(full)).toMatchObject({
      message:
        '{"phase":"PreToolUse","thread_id":"t","turn_id":"u","cwd":"/c","model":"m","main_status":"error",' +
        '"correlation_id":"tu-n:7","ts_ms":1700000000000,"metadata":null,"tool_name":"cargo",' +
        '"tool_input":{"command":"cargo test"}}',
    })
  })

  test('with_env_passes_env_to_process, and the last value of a name wins', async () => {
    const echo = `printf '{"action":"mutate","modelOverride":"%s"}' "$MY_VAR"`
    const hook = ShellCommandHook('h', echo, { env: { MY_VAR: 'first' } }).withEnv('MY_VAR', 'injected-value')
    expect(await hook.pre(context)).toEqual(mutate({ modelOverride: 'injected-value' }))
  })

  test('it inherits our environment and working directory, not that of the context', async () => {
    const hook = ShellCommandHook('h', 'printf "%s %s" "$PATH" "$(pwd -P)"; exit 2')
    expect(await hook.pre({ ...context, cwd: '/' })).toEqual(
      block(`${process.env['PATH']} ${realpathSync(process.cwd())}`),
    )
  })

  test('stderr is kept with the issue and the block', async () => {
    const failing = await ShellCommandHook('h', 'echo broken pipe >&2; exit 3').pre(context)
    expect(failing).toEqual(issue('Execution', 'exited with code 3', { stderr: 'broken pipe\n' }))
    const blocking = await ShellCommandHook('h', 'echo aside >&2; echo no; exit 2').pre(context)
    expect(blocking).toEqual({ ...block('no'), stderr: 'aside\n' })
  })

  test('a signal of the caller ends it', async () => {
    const stop = new AbortController()
    const asked = ShellCommandHook('h', 'sleep 60').pre(context, { signal: stop.signal })
    stop.abort()
    expect(await asked).toEqual(issue('Execution', 'cancelled by the caller'))
  })
})

describe('at the timeout', () => {
  test('pre_hook_timeout_returns_timeout_issue', async () => {
    const hook = ShellCommandHook('h', 'sleep 60').withTimeout(50)
    expect(await hook.pre(context)).toEqual(issue('Timeout', 'shell hook timed out after 50ms'))
  })

  test('five seconds are the default', () =>
    expect(ShellCommandHook('h', 'true')).toMatchObject({ name: 'h', timeoutMs: 5_000, env: {} }))

  test('the child and its children are gone, where the crate leaves them alone', async () => {
    const hook = ShellCommandHook('h', 'sleep 60 & echo $$ $! >&2; wait', { timeoutMs: 1_000 })
    const timedOut = await hook.pre(context)
    expect(timedOut).toMatchObject({ class: 'Timeout', message: 'shell hook timed out after 1s' })
    const pids = ('stderr' in timedOut ? (timedOut.stderr ?? '') : '').trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test.for([
    [1_500, '1.5s'],
    [90, '90ms'],
  ] as const)('%i ms are written as Rust writes them', async ([timeoutMs, text]) => {
    const post = await ShellCommandHook('h', 'sleep 60', { timeoutMs }).post({ ...context, phase: 'PostRun' })
    expect(post).toMatchObject({ class: 'Timeout', message: `shell hook timed out after ${text}` })
  })

  test.for([
    [0, '0'],
    [-1, '-1'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['5000', '"5000"'],
    [null, 'null'],
  ] as const)('%s is refused as a timeout when the hook is built', ([value, written]) => {
    const timeoutMs = value as number
    const refused = (option: string): RangeError =>
      new RangeError(
        `ShellCommandHook "h": ${option} must be a finite number of milliseconds greater than 0, not ${written}.`,
      )
    expect(() => ShellCommandHook('h', 'true', { timeoutMs })).toThrow(refused('timeoutMs'))
    expect(() => ShellCommandHook('h', 'true').withTimeout(timeoutMs)).toThrow(refused('withTimeout'))
  })

  test('withTimeout without a value is refused, and does not fall back to the default', () =>
    expect(() => ShellCommandHook('h', 'true').withTimeout(undefined as never)).toThrow(RangeError))

  test('fractions of a millisecond are a timeout', () =>
    expect(ShellCommandHook('h', 'true').withTimeout(0.5)).toMatchObject({ timeoutMs: 0.5 }))
})

describe('a post hook', () => {
  const after: HookContext = { ...context, phase: 'PostRun', mainStatus: 'ok' }
  const failed = (code: number) => ({ ...issue('Execution', `exited with code ${code}`), phase: 'PostRun' })

  test.for<readonly [string, string, unknown]>([
    ['post_hook_exit0_is_ok', 'exit 0', undefined],
    ['what it prints does not matter', 'echo not-json', undefined],
    ['post_hook_nonzero_is_execution_error', 'exit 1', failed(1)],
    ['exit 2 blocks nothing', `${print('{"message":"no"}')}; exit 2`, failed(2)],
    ['a signal counts as -1', 'kill -9 $$', failed(-1)],
  ])('%s', async ([, command, expected]) =>
    expect(await ShellCommandHook('h', command).post(after)).toEqual(expected),
  )
})

describe('what cannot be written down is an internal issue, and nothing is started', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle

  test.for<readonly [string, Partial<HookContext>]>([
    ['a cycle', { metadata: cycle }],
    ['a big integer', { toolInput: { size: 1n } }],
    [
      'a value that refuses',
      {
        toolInput: {
          toJSON: () => {
            throw new Error('no')
          },
        },
      },
    ],
    ['a time that is no whole number', { tsMs: Number.NaN }],
  ])('%s', async ([, fields]) =>
    expect(await ShellCommandHook('h', 'echo started; exit 2').pre({ ...context, ...fields })).toEqual(
      issue('Internal', expect.stringMatching(/^context serialize failed: ./)),
    ),
  )
})

test('a shell that cannot be started is an execution issue', async () =>
  expect(await ShellCommandHook('h', 'true', { env: { PATH: '/nowhere' } }).pre(context)).toMatchObject({
    class: 'Execution',
    message: expect.stringMatching(/^spawn failed: /),
  }))

test('a hook is a value: changing a copy leaves it alone', () => {
  const hook = ShellCommandHook('h', 'true')
  hook.withTimeout(1).withEnv('A', 'b')
  expect(hook).toMatchObject({ timeoutMs: 5_000, env: {} })
})
