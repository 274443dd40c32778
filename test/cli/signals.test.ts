import { expect, test } from 'vitest'
import { createSandbox, type Sandbox, type Started } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { hanging, isRunning } from '../helpers/processes.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'

type Hanging = { readonly sandbox: Sandbox; readonly started: Started; readonly pid: number }

/** A run whose only hook hangs; with a trap in `before` it is deaf to polite requests. */
async function startHanging(args: readonly string[] = [], before = ''): Promise<Hanging> {
  const sandbox = createSandbox()
  const { script, pid } = hanging(sandbox)
  sandbox.write(USER_FILE, config('PreToolUse', { id: 'hangs', command: `${before}${script}`, shell: 'sh' }))
  const input = JSON.stringify(payload('PreToolUse'))
  const started = sandbox.start(['run', '--host', 'claude-code', ...args], { input })
  return { sandbox, started, pid: await pid() }
}

function expectNothingLeft({ sandbox, pid }: Hanging): void {
  expect(isRunning(pid)).toBe(false)
  expect(sandbox.scratch()).toEqual([])
}

test('R31 Ctrl-C ends a hanging hook: exit 130, no process and no temp file left, and the log says so', async () => {
  const run = await startHanging()
  run.started.child.kill('SIGINT')
  expect(await run.started.done).toEqual({
    code: 130,
    signal: null,
    stdout: '',
    stderr: 'hookwright: hookwright was stopped by SIGINT before its hooks had answered.\n',
  })
  expectNothingLeft(run)
  expect(run.sandbox.log()).toMatchObject([
    { event: 'PreToolUse', hooks: [{ id: 'hangs', class: 'cancelled' }] },
  ])
})

test('R31 a second Ctrl-C is immediate, and leaves nothing either', async () => {
  const run = await startHanging([], 'trap "touch asked" TERM; ')
  run.started.child.kill('SIGINT')
  // Two signals of one kind that arrive together are one signal.
  await expect.poll(() => run.sandbox.exists('asked')).toBe(true)
  const start = performance.now()
  run.started.child.kill('SIGINT')
  const { code } = await run.started.done
  expect(code).toBe(130)
  // The grace of the first is a second.
  expect(performance.now() - start).toBeLessThan(900)
  expectNothingLeft(run)
})

test.for([
  ['SIGTERM', 'ignore', { systemMessage: expect.stringContaining('stopped by SIGTERM') as string }],
  [
    'SIGTERM',
    'deny',
    { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'deny' }) as object },
  ],
  ['SIGHUP', 'ignore', { systemMessage: expect.stringContaining('stopped by SIGHUP') as string }],
] as const)(
  'R30 %s during a hook is answered by --on-error %s within 2 s, and nothing is left',
  async ([signal, policy, reply]) => {
    const run = await startHanging(['--on-error', policy], "trap '' TERM; ")
    const start = performance.now()
    run.started.child.kill(signal)
    const { code, stdout, stderr } = await run.started.done
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(reply)
    expect(stderr).toContain(`stopped by ${signal}`)
    expectNothingLeft(run)
    expect(run.sandbox.log()).toMatchObject([{ hooks: [{ id: 'hangs', class: 'cancelled' }] }])
  },
)

test.for(['SIGTERM', 'SIGHUP', 'SIGALRM', 'SIGXCPU', 'SIGINT'] as const)(
  '%s does not undo the deny of a rule beside a hook that hangs',
  async (signal) => {
    const sandbox = createSandbox()
    const { script, pid } = hanging(sandbox)
    const slow = { id: 'hangs', command: script, shell: 'sh' }
    sandbox.write(USER_FILE, config('PreToolUse', { deny: 'Not this.' }, slow))
    const input = JSON.stringify(payload('PreToolUse'))
    const started = sandbox.start(['run', '--host', 'claude-code'], { input })
    await pid()
    started.child.kill(signal)
    const { stdout, stderr } = await started.done
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    expect(stderr).toContain(`stopped by ${signal}`)
  },
)

test('after SIGTERM `onFailure: deny` of the hook that hangs decides', async () => {
  const sandbox = createSandbox()
  const { script, pid } = hanging(sandbox)
  const slow = { id: 'hangs', command: script, shell: 'sh', onFailure: 'deny' }
  sandbox.write(USER_FILE, config('PreToolUse', slow))
  const input = JSON.stringify(payload('PreToolUse'))
  const started = sandbox.start(['run', '--host', 'claude-code'], { input })
  await pid()
  started.child.kill('SIGTERM')
  const { stdout } = await started.done
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
})

test('R33 a host that closes our stdout before we answer hears the no by exit code, and the record is kept', async () => {
  const sandbox = createSandbox()
  sandbox.write(
    USER_FILE,
    config('PreToolUse', { id: 'no', command: 'sleep 0.2; echo no >&2; exit 2', shell: 'sh' }),
  )
  const input = JSON.stringify(payload('PreToolUse'))
  const started = sandbox.start(['run', '--host', 'claude-code'], { input })
  started.child.stdout?.destroy()
  const { code, stderr } = await started.done
  expect({ code, stderr: stderr.split('\n') }).toEqual({
    code: 2,
    stderr: ['no', expect.stringContaining('The reply could not be written to stdout (EPIPE)'), ''],
  })
  expect(sandbox.log()).toMatchObject([{ decision: 'deny' }])
})

test.for(['demo', 'schema', '--help'])('R33 %s into a reader that leaves ends quietly', async (command) => {
  const sandbox = createSandbox()
  const { stderr } = await sandbox.shell(`hookwright ${command} | true`)
  expect(stderr).toBe('')
})

test('Ctrl-C during the demo leaves nothing behind', async () => {
  const sandbox = createSandbox()
  const { child, output, done } = sandbox.start(['demo'])
  await expect.poll(output, { interval: 5 }).toContain('Four events')
  child.kill('SIGINT')
  expect(await done).toMatchObject({ code: 130, stderr: '' })
  expect((await sandbox.shell('ls -A "$TMPDIR"')).stdout).toBe('')
})
