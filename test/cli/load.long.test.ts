import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { hanging, isRunning } from '../helpers/processes.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'
const LOG = '~/.local/state/hookwright/log/runs.jsonl'

test('a payload of 5 MB reaches the hook byte for byte', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { command: `cat > ${sandbox.root}/seen`, shell: 'sh' }))
  const input = `${JSON.stringify(payload('PreToolUse', { tool_input: { command: 'é\u0001"'.repeat(600_000) } }))}\n`
  expect(Buffer.byteLength(input)).toBeGreaterThan(5_000_000)
  const { code } = await sandbox.cli(['run', '--host', 'claude-code'], { input })
  expect(code).toBe(0)
  expect(sandbox.read(`${sandbox.root}/seen`) === input).toBe(true)
})

test('R42 8 runs at once all answer', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { command: 'echo no >&2; exit 2', shell: 'sh' }))
  const runs = await Promise.all(Array.from({ length: 8 }, () => sandbox.event(payload('PreToolUse'))))
  expect(runs.map((run) => run.stdout.includes('"deny"'))).toEqual(Array(8).fill(true))
  expect(sandbox.scratch()).toEqual([])
})

test('R36 the answer comes before the deadline, and the hook that did not fit is reported', async () => {
  const sandbox = createSandbox()
  const slow = Array.from({ length: 8 }, (_, index) => ({ id: `slow-${index}`, command: `sleep 30${index}` }))
  sandbox.write(USER_FILE, config('PreToolUse', ...slow, { id: 'late', command: 'true', onFailure: 'ask' }))
  const start = performance.now()
  const { stdout, stderr } = await sandbox.event(payload('PreToolUse'), ['--deadline', '4'])
  expect(performance.now() - start).toBeLessThan(4_000)
  expect(stderr).toMatch(
    /hook late \(.*\): It was not started: the run's deadline of 4 s left no time for it\./,
  )
  expect(stdout).toContain('"permissionDecision":"ask"')
  expect(sandbox.log()[0]).toMatchObject({
    hooks: [...slow.map(({ id }) => ({ id, class: 'timeout' })), { id: 'late' }],
  })
})

test('R43 with stopOnDeny a deny is returned at once, the hanging hook killed and recorded', async () => {
  const sandbox = createSandbox()
  const { script, pid } = hanging(sandbox)
  const waits = `until test -e ${sandbox.root}/pid; do sleep 0.02; done; echo no >&2; exit 2`
  const entries = [
    { id: 'hangs', command: script, shell: 'sh' },
    { id: 'denies', command: waits, shell: 'sh', stopOnDeny: true },
  ]
  sandbox.write(USER_FILE, config('PreToolUse', ...entries))
  const { stdout } = await sandbox.event(payload('PreToolUse'))
  expect(stdout).toContain('"permissionDecisionReason":"no"')
  expect(isRunning(await pid())).toBe(false)
  expect(sandbox.log()).toMatchObject([
    {
      hooks: [
        { id: 'hangs', class: 'cancelled' },
        { id: 'denies', class: 'deny' },
      ],
    },
  ])
})

test('R43 without stopOnDeny the hanging hook meets its own deadline', async () => {
  const sandbox = createSandbox()
  const entries = [
    { id: 'hangs', command: 'sleep 300', timeout: 0.5 },
    { id: 'denies', deny: 'no' },
  ]
  sandbox.write(USER_FILE, config('PreToolUse', ...entries))
  const { stdout } = await sandbox.event(payload('PreToolUse'))
  expect(stdout).toContain('"permissionDecisionReason":"no"')
  expect(sandbox.log()).toMatchObject([{ hooks: [{ class: 'timeout' }, { class: 'deny' }] }])
})

test('R48 20 runs at once leave 20 lines, each of which parses and has an id of its own', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('Stop', { deny: 'Go on.' }))
  await Promise.all(Array.from({ length: 20 }, () => sandbox.event(payload('Stop'))))
  const ids = sandbox.log().map((record) => record['id'])
  expect(new Set(ids).size).toBe(20)
})

test('R47 a line torn by a crash spoils itself only', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('Stop', { deny: 'Go on.' }))
  await sandbox.event(payload('Stop'))
  sandbox.write(LOG, `${sandbox.read(LOG)}{"v":1,"id":"torn","at":"2026-`)
  await sandbox.event(payload('Stop'))
  const { stdout, stderr } = await sandbox.cli(['log', '--json'])
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(stderr).toBe('hookwright: 1 of the last lines of the log cannot be read.\n')
})

test.for([
  ['a file stands where its folder belongs', 'log'],
  ['a folder stands where it belongs', 'log/runs.jsonl/folder'],
] as const)('R49 when %s, the verdict is the same and one line warns', async ([, obstacle]) => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { deny: 'No.' }))
  const { stdout: usual } = await sandbox.event(payload('PreToolUse'), [], {
    env: { XDG_STATE_HOME: `${sandbox.root}/other` },
  })
  mkdirSync(sandbox.state, { recursive: true, mode: 0o700 })
  sandbox.write(join(sandbox.state, obstacle), '')
  const { stdout, stderr, code } = await sandbox.event(payload('PreToolUse'))
  expect({ stdout, code }).toEqual({ stdout: usual, code: 0 })
  expect(stderr).toMatch(/^hookwright: "[^\n]*" could not be written \([A-Z]+\)\.[^\n]*\n$/)
})
