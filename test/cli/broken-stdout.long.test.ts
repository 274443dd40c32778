import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLI, createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const SETTINGS = '~/.config/hookwright/hookwright.yaml'

function withHook(event: string, entry: object): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(SETTINGS, config(event, { id: 'g', ...entry }))
  return sandbox
}

type Host = { readonly event: string; readonly args: readonly string[] }

const CLAUDE: Host = { event: 'PreToolUse', args: ['--host', 'claude-code'] }

/** Runs `run` with its streams redirected by a shell. */
function redirected(
  sandbox: Sandbox,
  redirection: string,
  { event, args }: Host = CLAUDE,
): Promise<Finished> {
  const input = JSON.stringify(payload(event))
  return sandbox.shell(`hookwright run ${args.join(' ')} ${redirection}`, { input })
}

/** Runs `run` with a pipe as stdout that nobody reads any more. */
function withoutReader(sandbox: Sandbox): Promise<Finished> {
  const child = spawn(process.execPath, [CLI, 'run', ...CLAUDE.args], {
    cwd: sandbox.project,
    env: { ...sandbox.env },
    stdio: 'pipe',
  })
  // The reply comes after the input, so it always finds its reader gone.
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.end(JSON.stringify(payload(CLAUDE.event)))
  return new Promise((settle) => {
    child.on('close', (code, signal) => settle({ code, signal, stdout: '', stderr }))
  })
}

/**
 * Runs `run` with a pipe as stdout that does not block, has room for `free` bytes and is never read. Node would make it
 * block again when it starts the process.
 */
const STALLED = `
import os, subprocess, sys
read, write = os.pipe()
os.set_blocking(write, False)
try:
    while True: os.write(write, bytes(4096))
except BlockingIOError:
    os.read(read, int(sys.argv[1])) if sys.argv[1] != "0" else None
sys.exit(subprocess.run(sys.argv[2:], stdout=write).returncode)
`

function stalled(sandbox: Sandbox, free: number): Promise<Finished> {
  const call = `python3 -c '${STALLED}' ${free} hookwright run ${CLAUDE.args.join(' ')}`
  return sandbox.shell(call, { input: JSON.stringify(payload(CLAUDE.event)) })
}

const WAYS: readonly (readonly [string, (sandbox: Sandbox) => Promise<Finished>])[] = [
  ['closed', (sandbox) => redirected(sandbox, '>&-')],
  ['a full device (ENOSPC)', (sandbox) => redirected(sandbox, '> /dev/full')],
  ['the null device', (sandbox) => redirected(sandbox, '> /dev/null')],
  ['read-only (EBADF)', (sandbox) => redirected(sandbox, '1< /dev/null')],
  ['a pipe whose reader is gone (EPIPE)', (sandbox) => withoutReader(sandbox)],
]

describe.runIf(process.platform === 'linux')('R33 stdout cannot be written', () => {
  test.for(WAYS)('a deny stands when stdout is %s: exit 2, with the reason on stderr', async ([, send]) => {
    const sandbox = withHook('PreToolUse', { deny: 'No force pushes.' })
    const { code, signal, stderr } = await send(sandbox)
    expect({ code, signal }).toEqual({ code: 2, signal: null })
    expect(stderr).toContain('No force pushes.\n')
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(sandbox.log()).toHaveLength(1)
    expect(sandbox.log()[0]).toMatchObject({ decision: 'deny' })
  })

  test('a pipe that is full and does not block is given up, and the deny stands', async () => {
    const sandbox = withHook('PreToolUse', { deny: 'No force pushes.' })
    const { code, stderr } = await stalled(sandbox, 0)
    expect(code).toBe(2)
    expect(stderr).toContain('No force pushes.\n')
  })

  test('a reply of which only a part could be written is a deny by exit code', async () => {
    const sandbox = withHook('PreToolUse', { deny: `No. ${'x'.repeat(9_000)}` })
    const { code, stderr } = await stalled(sandbox, 4_096)
    expect(code).toBe(2)
    expect(stderr).toContain('No. xxx')
  })

  test('the exit code alone denies when stderr cannot be written either', async () => {
    const sandbox = withHook('PreToolUse', { deny: 'No.' })
    for (const streams of ['>&- 2>&-', '> /dev/full 2> /dev/full'])
      expect((await redirected(sandbox, streams)).code).toBe(2)
  })

  test('an ask that cannot be written is a deny', async () => {
    const { code, stderr } = await redirected(withHook('PreToolUse', { ask: 'Sure?' }), '>&-')
    expect(code).toBe(2)
    expect(stderr).toContain('Sure?')
  })

  test('a rewrite or a stop that cannot be written is a deny', async () => {
    for (const answer of [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"true"}}}',
      '{"continue":false,"stopReason":"Enough."}',
    ]) {
      const sandbox = withHook('PreToolUse', { shell: 'sh', command: `echo '${answer}'` })
      expect((await redirected(sandbox, '>&-')).code).toBe(2)
    }
  })

  test.for(['Stop', 'SubagentStop'])(
    'a stop that cannot be written at %s does not become its opposite, a turn that goes on',
    async (event) => {
      const command = `echo '{"continue":false,"stopReason":"Enough."}'`
      const sandbox = withHook(event, { shell: 'sh', command })
      expect((await redirected(sandbox, '>&-', { event, args: CLAUDE.args })).code).toBe(0)
    },
  )

  test.for(['>&-', '> /dev/full'])('an async hook is not waited for with stdout %s', async (stdout) => {
    const command = 'sleep 4; echo done > done'
    const sandbox = withHook('PostToolUse', { shell: 'sh', command, async: true })
    const start = performance.now()
    await redirected(sandbox, stdout, { event: 'PostToolUse', args: CLAUDE.args })
    expect(performance.now() - start).toBeLessThan(3_500)
    await expect.poll(() => sandbox.exists('done'), { timeout: 15_000 }).toBe(true)
  })

  test('an allow or a message that cannot be written lets the host go on', async () => {
    for (const answer of [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}',
      '{"systemMessage":"hello"}',
    ]) {
      const sandbox = withHook('PreToolUse', { shell: 'sh', command: `echo '${answer}'` })
      const { code, stderr } = await redirected(sandbox, '> /dev/full')
      expect(code).toBe(0)
      expect(stderr).toContain('could not be written to stdout (ENOSPC)')
    }
  })

  test('a failure of our own that denies does so by exit code', async () => {
    const sandbox = createSandbox()
    const run = 'hookwright run --host claude-code --event PreToolUse'
    const strict = await sandbox.shell(`${run} --on-error deny > /dev/full`, { input: 'no json' })
    expect(strict.code).toBe(2)
    expect(strict.stderr).not.toMatch(/^\s+at /m)
    const lenient = await sandbox.shell(`${run} --on-error ignore > /dev/full`, { input: '[]' })
    expect(lenient.code).toBe(0)
  })

  test.for<readonly [string, Host, number]>([
    ['Stop keeps the agent going', { event: 'Stop', args: CLAUDE.args }, 2],
    ['PermissionRequest', { event: 'PermissionRequest', args: CLAUDE.args }, 2],
    ['Copilot', { event: 'PreToolUse', args: ['--host', 'copilot'] }, 2],
    ['VS Code', { event: 'PreToolUse', args: ['--host', 'copilot', '--profile', 'vscode'] }, 2],
    ['hookwright itself', { event: 'PreToolUse', args: ['--host', 'hookwright'] }, 2],
  ])('%s', async ([, host, wanted]) => {
    const sandbox = withHook(host.event, { deny: 'No.' })
    const { code, stderr } = await redirected(sandbox, '>&-', host)
    expect(code).toBe(wanted)
    expect(stderr).toContain('No.')
  })

  test('codex_runtime is told no by exit code 2', async () => {
    const sandbox = withHook('run:PreRun', { deny: 'No.' })
    const run = 'hookwright run --host codex-runtime --event PreRun > /dev/full'
    expect((await sandbox.shell(run, { input: '{}' })).code).toBe(2)
  })

  test('a prompt that was rewritten for codex_runtime and cannot be written does not go on as it was', async () => {
    const command = `echo '{"action":"mutate","promptOverride":"[redacted]"}'`
    const sandbox = withHook('run:PreRun', { shell: 'sh', command, dialect: 'codex-runtime' })
    const run = 'hookwright run --host codex-runtime --event PreRun'
    expect((await sandbox.shell(run, { input: '{}' })).stdout).toContain('[redacted]')
    const { code, stderr } = await sandbox.shell(`${run} > /dev/full`, { input: '{}' })
    expect(code).toBe(2)
    expect(stderr).toContain('A hook changed the prompt, and the change could not be delivered.')
  })

  test.for<readonly [string, readonly [string, number]]>([
    ['userPromptSubmitted', ['modifiedPrompt', 2]],
    // Nothing can be refused there, so the loss is told.
    ['userPromptTransformed', ['modifiedTransformedPrompt', 0]],
  ])('a prompt that a Copilot hook rewrote is told as lost at %s', async ([event, [key, wanted]]) => {
    const sandbox = createSandbox()
    const bash = `echo '{"${key}":"[redacted]"}'`
    const hooks = { [event]: [{ type: 'command', bash }] }
    sandbox.write('~/.copilot/hooks/h.json', JSON.stringify({ version: 1, hooks }))
    const run = `hookwright run --host copilot --source copilot --event ${event}`
    const input = JSON.stringify({ prompt: 'secret', transformedPrompt: 'secret', cwd: sandbox.project })
    expect((await sandbox.shell(run, { input })).stdout).toContain(`"${key}":"[redacted]"`)
    const { code, stderr } = await sandbox.shell(`${run} > /dev/full`, { input })
    expect(stderr).toContain('A hook changed the prompt, and the change could not be delivered.')
    expect(code).toBe(wanted)
  })

  test('a tool output that was rewritten and cannot be written is told', async () => {
    const answer = '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"[redacted]"}}'
    const sandbox = withHook('PostToolUse', { shell: 'sh', command: `echo '${answer}'` })
    const { code, stderr } = await redirected(sandbox, '>&-', { event: 'PostToolUse', args: CLAUDE.args })
    expect(stderr).toContain('A hook changed the output, and the change could not be delivered.')
    expect(code).toBe(2)
  })

  test('a closed stdout never makes another file of ours the stdout', async () => {
    const sandbox = withHook('PreToolUse', { shell: 'sh', command: 'echo No. >&2; exit 2' })
    await sandbox.shell('hookwright trust show >&- 2>&- <&-')
    expect((await redirected(sandbox, '>&- 2>&-')).code).toBe(2)
    const written = readFileSync(join(sandbox.state, 'log/runs.jsonl'), 'utf8')
    expect(written).not.toContain('hookSpecificOutput')
    expect(written.trim().split('\n')).toHaveLength(1)
  })

  test('`run --json` says by its exit code that the record could not be written', async () => {
    const sandbox = withHook('PreToolUse', { deny: 'No.' })
    const { code, stderr } = await redirected(sandbox, '--json > /dev/full')
    expect(code).toBe(1)
    expect(stderr).toContain('could not be written to stdout (ENOSPC)')
  })
})
