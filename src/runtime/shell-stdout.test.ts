import { describe, expect, test } from 'vitest'
import { isRunning } from '../../test/helpers/processes.ts'
import { emptyPatch, type HookContext } from '../dialects/codex-runtime/contract.ts'
import { createHookRuntime } from './hook-runtime.ts'
import { ShellCommandHook } from './shell-command-hook.ts'

const context: HookContext = { phase: 'PreRun', cwd: '/tmp', correlationId: 'hk-1', tsMs: 0, metadata: {} }

const issue = (kind: string, message: string) => ({ hookName: 'h', phase: 'PreRun', class: kind, message })
const mutate = (patch: object) => ({ kind: 'mutate', patch: { ...emptyPatch, ...patch } })
const block = (message: string) => ({ kind: 'block', hookName: 'h', phase: 'PreRun', message })
const unfinished = issue(
  'Timeout',
  'blocked with exit code 2, but stdout was still open after 1s: the end of the message may be missing',
)
const print = (json: string) => `printf '%s' '${json}'`
const FLOOD = `head -c 3000000 /dev/zero | tr '\\0' x`

describe('stdout that a descendant holds open', () => {
  const late = (json: string, exit: number) => `(sleep 0.7; ${print(json)}) & exit ${exit}`
  const mutation = '{"action":"mutate","modelOverride":"late"}'

  test('is read to its end: a late mutation is applied', async () =>
    expect(await ShellCommandHook('h', late(mutation, 0)).pre(context)).toEqual(
      mutate({ modelOverride: 'late' }),
    ))

  test('is read to its end: a late reason is the reason of the block', async () =>
    expect(await ShellCommandHook('h', late('{"message":"late"}', 2)).pre(context)).toEqual(block('late')))

  test.for(['pre', 'post'] as const)('is a timeout of a %s hook when its time is over', async (kind) => {
    const hook = ShellCommandHook('h', 'sleep 60 & echo $! >&2; exit 0', { timeoutMs: 1_000 })
    const timedOut = await hook[kind](context)
    expect(timedOut).toMatchObject({ class: 'Timeout', message: 'shell hook timed out after 1s' })
    const child = Number((timedOut as { stderr: string }).stderr)
    expect(child).toBeGreaterThan(0)
    expect(isRunning(child)).toBe(false)
  })

  test('is a block when the time is over after exit 2, with what was printed so far', async () => {
    const hook = ShellCommandHook('h', 'sleep 60 & echo $!; exit 2', { timeoutMs: 1_000 })
    const blocked = (await hook.pre(context)) as { readonly message: string }
    expect(blocked).toEqual({ ...block(blocked.message), issue: unfinished })
    const child = Number(blocked.message)
    expect(child).toBeGreaterThan(0)
    expect(isRunning(child)).toBe(false)
  })

  test('after exit 2 and the timeout declines the call of a tool, and is reported', async () => {
    const guard = ShellCommandHook('h', 'sleep 60 & echo no; exit 2', { timeoutMs: 1_000 })
    const runtime = createHookRuntime({ preToolUseHooks: [guard], preHooks: [guard] })
    const request = {
      method: 'item/commandExecution/requestApproval',
      id: 1,
      params: { command: 'rm -rf /' },
    }
    expect(await runtime.approve(request)).toEqual({ decision: 'decline' })
    expect(runtime.report().issues).toEqual([{ ...unfinished, phase: 'PreToolUse' }])
  })

  test('is a timeout of a post hook after exit 2 too: it cannot block', async () => {
    const hook = ShellCommandHook('h', 'sleep 60 & exit 2', { timeoutMs: 500 })
    expect(await hook.post(context)).toMatchObject({ class: 'Timeout' })
  })

  test('does not matter on stderr, which the crate does not read', async () => {
    const hook = ShellCommandHook('h', 'sleep 60 >/dev/null & echo $!; exit 2', { timeoutMs: 20_000 })
    const started = performance.now()
    const blocked = await hook.pre(context)
    expect(performance.now() - started).toBeLessThan(5_000)
    const child = Number((blocked as { message: string }).message)
    expect(isRunning(child)).toBe(true)
    process.kill(child, 'SIGKILL')
  })
})

describe('many hooks at once', () => {
  test.for([
    ['without a signal', undefined],
    ['that share a signal of the caller', new AbortController().signal],
  ] as const)('50 %s make Node warn of nothing', async ([, signal]) => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    const hook = ShellCommandHook('h', 'sleep 0.2', { timeoutMs: 60_000 })
    const call = signal === undefined ? {} : { signal }
    const all = await Promise.all(Array.from({ length: 50 }, async () => hook.pre(context, call)))
    // Warnings are emitted on a later turn.
    await new Promise(setImmediate)
    process.off('warning', onWarning)
    expect(all).toEqual(Array.from({ length: 50 }, () => ({ kind: 'noop' })))
    expect(warnings).toEqual([])
  })

  test('one signal of the caller ends all of them', async () => {
    const stop = new AbortController()
    const all = Array.from({ length: 20 }, async () =>
      ShellCommandHook('h', 'sleep 60').pre(context, { signal: stop.signal }),
    )
    setTimeout(() => stop.abort(), 200)
    const cancelled = issue('Execution', 'cancelled by the caller')
    expect(await Promise.all(all)).toEqual(all.map(() => cancelled))
  })
})

/** As bytes, because a byte order mark does not survive as text. */
describe('bytes on stdout', () => {
  const bytes = (...all: number[]) => `printf '${all.map((byte) => `\\${byte.toString(8)}`).join('')}'`
  const utf16 = bytes(0xff, 0xfe, ...Buffer.from('{"message":"no"}', 'utf16le'))
  const MARK = [0xef, 0xbb, 0xbf] as const

  test.for<readonly [string, string, unknown]>([
    [
      'a UTF-8 byte order mark before JSON is an issue',
      bytes(...MARK, ...Buffer.from('{}')),
      issue('Execution', 'stdout parse error: it starts with a byte order mark'),
    ],
    [
      'a UTF-8 byte order mark and nothing else is an issue',
      bytes(...MARK),
      issue('Execution', 'stdout parse error: it starts with a byte order mark'),
    ],
    [
      'a UTF-8 byte order mark is part of the text that blocks',
      `${bytes(...MARK, ...Buffer.from('{"message":"no"}'))}; exit 2`,
      block('\uFEFF{"message":"no"}'),
    ],
    [
      'UTF-16 is an issue',
      utf16,
      issue('Execution', 'stdout parse error: it is UTF-16, and UTF-8 was expected'),
    ],
    [
      'FF FE and nothing else is an issue',
      bytes(0xff, 0xfe),
      issue('Execution', 'stdout parse error: it is UTF-16, and UTF-8 was expected'),
    ],
    ['UTF-16 blocks, and stays legible', `${utf16}; exit 2`, block('no')],
    ['FF FE in the middle is replaced', `printf 'a'; ${bytes(0xff, 0xfe)}; exit 2`, block('a\uFFFD\uFFFD')],
  ])('%s', async ([, command, expected]) =>
    expect(await ShellCommandHook('h', command).pre(context)).toEqual(expected),
  )
})

describe('more than is kept', () => {
  test('output beyond the cap is an issue at exit 0 that names the cap and what was left out', async () => {
    const noisy = ShellCommandHook('h', FLOOD, { timeoutMs: 20_000 })
    expect(await noisy.pre(context)).toEqual(
      issue(
        'Execution',
        'stdout parse error: it is too long: 1951424 bytes were left out, because at most 1048576 bytes of stdout are kept',
      ),
    )
    expect(await noisy.post({ ...context, phase: 'PostRun' })).toBeUndefined()
  })

  test('output beyond the cap still blocks at exit 2, as text that says what was left out', async () => {
    const blocking = ShellCommandHook('h', `printf '{"message":"'; ${FLOOD}; printf '"}'; exit 2`, {
      timeoutMs: 20_000,
    })
    expect(await blocking.pre(context)).toMatchObject({
      kind: 'block',
      message: expect.stringMatching(/^\{"message":"x+\n… 1951438 bytes left out …\nx+"\}$/),
    })
  })
})
