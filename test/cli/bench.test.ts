import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { hanging, isRunning } from '../helpers/processes.ts'
import { onTerminal } from '../helpers/terminal.ts'

type Json = {
  readonly ended: string
  readonly hooks: readonly { id: string; event: string; runs: number; p50Ms: number; failures: object }[]
  readonly events: readonly { event: string; bridgeMs?: number }[]
  readonly skipped: readonly { id: string; because: string }[]
  readonly advice: readonly { id: string; kind: string }[]
}

const SLOW = '#!/usr/bin/env node\nsetTimeout(() => {}, 150)\n'
const CONFIG = `version: 1
hooks:
  PreToolUse:
    - { id: no-push, if: Bash(git push *), deny: No. }
    - { id: greps, matcher: Bash, command: grep -q rm, shell: sh }
    - { id: starts, command: node quick.mjs }
  PostToolUse:
    - { id: slow, matcher: Edit, command: ./slow.mjs }
`

async function project(config = CONFIG, approved = true): Promise<Sandbox> {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', config)
  sandbox.write('slow.mjs', SLOW)
  sandbox.write('quick.mjs', '// Bash\n')
  if (approved) await sandbox.cli(['trust', 'add', '--yes'])
  return sandbox
}

async function measure(sandbox: Sandbox, ...args: readonly string[]): Promise<Json> {
  const rounds = args.includes('--rounds') ? [] : ['--rounds', '3']
  const { stdout, code } = await sandbox.cli(['bench', '--yes', '--json', ...rounds, ...args])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Json
}

test('bench lists hooks slowest first, with what the agent waits for and advice where the figures say so', async () => {
  const sandbox = await project()
  const { hooks, events, advice, ended } = await measure(sandbox)
  expect(ended).toBe('done')
  expect(hooks.map(({ id }) => id).at(0)).toBe('slow')
  expect(hooks.map(({ id }) => id).at(-1)).toBe('no-push')
  expect(hooks.map(({ runs }) => runs)).toEqual([3, 3, 3, 3])
  expect(hooks[0]?.p50Ms).toBeGreaterThanOrEqual(150)
  expect(events.every(({ bridgeMs }) => (bridgeMs ?? 0) > 0)).toBe(true)
  const kinds = advice.map(({ id, kind }) => `${id} ${kind}`)
  expect(kinds).toContain('slow async')
  expect(kinds).toContain('starts matcher')
  expect(kinds.filter((line) => line.startsWith('no-push'))).toEqual([])
  // Neither the log nor a session knows of it.
  expect(sandbox.log()).toEqual([])
})

test('a script that is little more than the start of node is told of modules', async () => {
  const sandbox = await project('version: 1\nhooks: { Stop: [{ id: starts, command: node quick.mjs }] }\n')
  // A share of two medians: with fewer rounds one slow start on a busy machine decides it.
  const { advice } = await measure(sandbox, '--rounds', '10')
  expect(advice).toMatchObject([{ id: 'starts', kind: 'module' }])
})

test('on a terminal it shows what would run, and a no runs nothing', async () => {
  const config = 'version: 1\nhooks: { PreToolUse: [{ id: own, command: touch ran }] }\n'
  const sandbox = await project(config)
  const person = { question: /\[y\/N\]/, answer: () => 'n\n' }
  const { screen, code } = await onTerminal(sandbox, ['bench'], person)
  expect(screen).toContain('own (PreToolUse): touch ran')
  expect({ code, ran: sandbox.exists('ran') }).toEqual({ code: 1, ran: false })
})

test('R31 Ctrl-C ends the running hook and prints what was measured, with exit 130', async () => {
  const sandbox = createSandbox()
  const { script, pid } = hanging(sandbox)
  const entries = [{ id: 'quick', command: 'true' }]
  const late = [{ id: 'hangs', command: script, shell: 'sh' }]
  sandbox.write(
    '~/.config/hookwright/hookwright.yaml',
    JSON.stringify({ version: 1, hooks: { UserPromptSubmit: entries, Stop: late } }),
  )
  const started = sandbox.start(['bench', '--yes', '--json'])
  const hung = await pid()
  started.child.kill('SIGINT')
  const { code, stdout } = await started.done
  expect({ code, running: isRunning(hung) }).toEqual({ code: 130, running: false })
  expect(JSON.parse(stdout)).toMatchObject({ ended: 'interrupted', hooks: [{ id: 'quick', runs: 1 }] })
  expect(sandbox.scratch()).toEqual([])
})

test('a hook that nobody approved is listed and never started', async () => {
  const config = 'version: 1\nhooks: { PreToolUse: [{ id: stranger, command: touch ran }] }\n'
  const sandbox = await project(config, false)
  const { stdout, code } = await sandbox.cli(['bench', '--yes', '--json'])
  expect(code).toBe(1)
  expect((JSON.parse(stdout) as Json).skipped).toMatchObject([{ id: 'stranger', because: 'untrusted' }])
  expect(sandbox.exists('ran')).toBe(false)
})

test('without a person or --yes nothing runs', async () => {
  const config = 'version: 1\nhooks: { PreToolUse: [{ id: own, command: touch ran }] }\n'
  const sandbox = await project(config)
  const { stderr, code } = await sandbox.cli(['bench'])
  expect({ stderr, code }).toMatchObject({ stderr: expect.stringContaining('--yes') as string, code: 1 })
  expect(sandbox.exists('ran')).toBe(false)
})

// With 0.001 there is no time to start it at all, which is no failure of the hook either.
test.for(['1', '0.001'])('--seconds %s ends a hook that takes longer, and says so', async (seconds) => {
  const config = 'version: 1\nhooks: { Stop: [{ id: long, command: sleep 60 }] }\n'
  const sandbox = await project(config)
  const { ended, hooks, skipped } = await measure(sandbox, '--seconds', seconds)
  expect({ ended, hooks, skipped }).toMatchObject({
    ended: 'time',
    hooks: [],
    skipped: [{ id: 'long', because: 'time' }],
  })
})

test('a hook that crashes is shown with its failures', async () => {
  const config = 'version: 1\nhooks: { Stop: [{ id: broken, command: "false" }] }\n'
  const sandbox = await project(config)
  const { hooks } = await measure(sandbox)
  expect(hooks).toMatchObject([{ id: 'broken', failures: { crash: 3 } }])
})

test.for([
  [['--rounds', '0'], '--rounds takes a number from 1 to 1000'],
  [['--hook', 'nobody'], 'No hook has the id "nobody"'],
  [['--seconds', 'x'], '--seconds takes a number of seconds'],
] as const)('%j is a bad command line', async ([args, message]) => {
  const sandbox = await project()
  const { stderr, code } = await sandbox.cli(['bench', '--yes', ...args])
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(message) as string, code: 64 })
})

test('below an agent it is refused, also with --yes', async () => {
  const sandbox = await project()
  const { stderr, code } = await sandbox.cli(['bench', '--yes'], { env: { CLAUDECODE: '1' } })
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining('is for a person') as string, code: 1 })
})
