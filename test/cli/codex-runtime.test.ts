import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const HOOKS = `
version: 1
hooks:
  run:PreRun:
    - id: small-model
      dialect: codex-runtime
      shell: sh
      command: printf '{"action":"mutate","modelOverride":"small"}'
  run:PreTurn:
    - { id: fridays, dialect: codex-runtime, shell: sh, command: "echo 'not on Fridays'; exit 2" }
  run:PostRun:
    - { id: audit, dialect: codex-runtime, shell: sh, command: "cat > seen.json; exit 3" }
  PreToolUse:
    - { id: no-push, matcher: Bash, if: Bash(git push *), deny: Pushing needs a human. }
`

const context = (phase: string, fields: object = {}) => ({
  phase,
  thread_id: null,
  turn_id: null,
  cwd: null,
  model: null,
  main_status: null,
  correlation_id: 'hk-1',
  ts_ms: 0,
  metadata: {},
  tool_name: null,
  tool_input: null,
  ...fields,
})

const push = context('PreToolUse', { tool_name: 'git', tool_input: { command: 'git push origin' } })

function withHooks(): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('~/.config/hookwright/hookwright.yaml', HOOKS)
  return sandbox
}

const run = (sandbox: Sandbox, payload: unknown, args: readonly string[] = []) =>
  sandbox.cli(['run', '--host', 'codex-runtime', ...args], {
    input: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

describe('hookwright run --host codex-runtime', () => {
  test.for<readonly [string, unknown, readonly string[], number, string]>([
    ['mutates', context('PreRun'), ['--event', 'PreRun'], 0, '{"action":"mutate","modelOverride":"small"}\n'],
    ['blocks', context('PreTurn'), [], 2, '{"message":"not on Fridays"}\n'],
    ['declines a command', push, [], 2, '{"message":"Pushing needs a human."}\n'],
    ['has nothing to say', context('PreSessionStart'), [], 0, ''],
    ['notes a failed post hook', context('PostRun'), [], 1, ''],
    ['goes on after a payload that is none', 'x', ['--event', 'PreRun'], 1, ''],
    [
      'takes the phase from the command line',
      '{}',
      ['--event', 'PreTurn'],
      2,
      '{"message":"not on Fridays"}\n',
    ],
    ['lets a phase pass that it does not know', context('PreNap'), [], 0, ''],
  ])('%s', async ([, payload, args, code, stdout]) => {
    const finished = await run(withHooks(), payload, args)
    expect([finished.code, finished.stdout]).toEqual([code, stdout])
  })

  test('blocks after a payload that is none, where told to', async () => {
    const { code, stdout, stderr } = await run(withHooks(), 'x', ['--event', 'PreRun', '--on-error', 'deny'])
    expect(code).toBe(2)
    expect((JSON.parse(stdout) as { message: string }).message).toContain('The payload on stdin is not JSON')
    expect(stderr).toContain('hookwright: The payload on stdin is not JSON')
  })

  test('hands the bytes of the runtime to a hook of its wire', async () => {
    const sandbox = withHooks()
    const bytes = JSON.stringify(context('PostRun', { main_status: 'ok', metadata: { n: 1 } }))
    await run(sandbox, bytes)
    expect(sandbox.read('seen.json')).toBe(bytes)
  })

  test('says what a newer phase is', async () =>
    expect((await run(withHooks(), context('PreNap'))).stderr).toContain('"run:PreNap" is not an event'))
})

/** Longer than other hooks are waited for after their exit. */
const late = (json: string, exit: number) => `(sleep 0.7; printf '%s' '${json}') & exit ${exit}`

describe('stdout that a descendant of a hook holds open', () => {
  const entry = (event: string, command: string, fields: object = {}): string =>
    JSON.stringify({
      version: 1,
      hooks: { [event]: [{ id: 'late', dialect: 'codex-runtime', shell: 'sh', command, ...fields }] },
    })
  const edit = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Edit', tool_input: {} }

  function runEntry(host: string, payload: unknown, hooks: string) {
    const sandbox = createSandbox()
    sandbox.write('~/.config/hookwright/hookwright.json', hooks)
    return sandbox.cli(['run', '--host', host], { input: JSON.stringify(payload) })
  }

  test('is read to its end: a late mutation reaches the runtime', async () => {
    const hooks = entry('run:PreRun', late('{"action":"mutate","modelOverride":"late"}', 0))
    const { code, stdout } = await runEntry('codex-runtime', context('PreRun'), hooks)
    expect([code, stdout]).toEqual([0, '{"action":"mutate","modelOverride":"late"}\n'])
  })

  test('is read to its end under another host too', async () => {
    const { stdout } = await runEntry('claude-code', edit, entry('PreToolUse', late('{"message":"late"}', 2)))
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'late' },
    })
  })

  test('after exit 2 is a block when the time of the hook is over, and its reason may be cut', async () => {
    const hooks = entry('PreToolUse', 'sleep 60 & echo no rm; exit 2', { timeout: 1, guard: true })
    const { stdout, stderr } = await runEntry('claude-code', edit, hooks)
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no rm' },
    })
    expect(stderr).toContain('stdout was still open after 1 s: the end of the reason may be missing')
  })

  test('after exit 0 is a timeout when the time of the hook is over: a mutation may be missing', async () => {
    const hooks = entry('PreToolUse', 'sleep 60 & exit 0', { timeout: 1, onFailure: 'deny' })
    const { stdout } = await runEntry('claude-code', edit, hooks)
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason:
          'Hook late could not decide: It had not answered after 1 s and was stopped.',
      },
    })
  })

  test('is not waited for where the entry leaves its descendants alone', async () => {
    const hooks = entry('PreToolUse', `sleep 3 & echo now; exit 2`, { detach: true, timeout: 20 })
    const started = performance.now()
    const { stdout } = await runEntry('claude-code', edit, hooks)
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: 'now' } })
    expect(performance.now() - started).toBeLessThan(2_900)
  })

  test('is not waited for where hooks speak another dialect', async () => {
    const hooks = entry('PreToolUse', `(sleep 3; echo late >&2) & echo now >&2; exit 2`, {
      dialect: 'claude-code',
    })
    const { stdout } = await runEntry('claude-code', edit, hooks)
    expect(stdout).toContain('now')
    expect(stdout).not.toContain('late"')
  })
})

test('it can be the command of a shell hook', async () => {
  const sandbox = withHooks()
  const library = resolve(import.meta.dirname, '../../dist/runtime.mjs')
  const program = sandbox.write(
    'bridge.mjs',
    `import { ShellCommandHook } from ${JSON.stringify(library)}
     const bridge = ShellCommandHook('bridge', 'hookwright run --host codex-runtime', { timeoutMs: 15_000 })
     const about = (phase, more) => ({ phase, correlationId: 'hk-1', tsMs: 0, ...more })
     const push = { toolName: 'git', toolInput: { command: 'git push' } }
     console.log(JSON.stringify([
       await bridge.pre(about('PreRun')),
       await bridge.pre(about('PreToolUse', push)),
       await bridge.post(about('PostRun', { mainStatus: 'ok' })),
     ]))`,
  )
  const { stdout, stderr } = await sandbox.shell(`"${process.execPath}" "${program}"`)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'mutate', patch: { modelOverride: 'small' } },
    { kind: 'block', hookName: 'bridge', phase: 'PreToolUse', message: 'Pushing needs a human.' },
    {
      class: 'Execution',
      message: 'exited with code 1',
      stderr: expect.stringContaining('audit') as unknown,
    },
  ])
})

test('the example of docs/runtime.md runs', async () => {
  const example = join(import.meta.dirname, '../../examples/runtime/guarded-run.mjs')
  const { code, stdout, stderr } = await createSandbox().shell(`"${process.execPath}" "${example}"`)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trim().split('\n')).toEqual([
    'a thread with model large',
    'small reads: Ship it.',
    'the deployment: decline',
    'PostTurn: audit exited with code 1: the disk is full',
    'PostRun: audit exited with code 1: the disk is full',
  ])
})
