import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { describeWindows, useMachine, type Machine } from './machine.ts'
import { createWindowsSandbox, type WindowsSandbox } from './sandbox.ts'
import { installStandIn } from './stand-in.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const LOOP = '@echo off\r\n:again\r\ngoto again\r\n'
const WAIT = 'setInterval(() => {}, 1000)'
/** `node` that starts `node`, both without end. */
const TREE = `require('child_process').spawn(process.execPath, ['-e', '${WAIT}'], { stdio: 'ignore' }); ${WAIT}`

/** A hook of the user for every tool call, or for another event. */
function withHook(machine: Machine, hook: object, event = 'PreToolUse'): WindowsSandbox {
  const sandbox = createWindowsSandbox(machine)
  const config = { version: 1, hooks: { [event]: [{ id: 'hook', ...hook }] } }
  sandbox.write(join(sandbox.config, 'hookwright.yaml'), JSON.stringify(config))
  return sandbox
}

/** Our own files that should be gone: scripts of hooks, and everything in the folder for temporary files. */
function leftIn(sandbox: WindowsSandbox): readonly string[] {
  const scratch = join(sandbox.state, 'scratch')
  return [...(sandbox.exists(scratch) ? readdirSync(scratch) : []), ...readdirSync(join(sandbox.root, 'tmp'))]
}

describeWindows('S41 a hook that does not end', { timeout: 60_000 }, () => {
  const machine = useMachine()

  test('a loop in cmd is ended at its timeout, denies as told, and leaves nothing', async () => {
    const sandbox = withHook(machine, { command: LOOP, shell: 'cmd', timeout: 1, onFailure: 'deny' })
    const { stdout } = await sandbox.event(BASH)
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(stdout).toContain('timeout')
    const inTime = expect.toSatisfy((ms) => ms < 3_000)
    expect(sandbox.log()).toMatchObject([{ decision: 'deny', hooks: [{ class: 'timeout', ms: inTime }] }])
    expect(machine.processes()).toEqual([])
    expect(leftIn(sandbox)).toEqual([])
  })

  test('what a cmd script has started, and what that has started, is gone two seconds after the timeout', async () => {
    const env = installStandIn(machine, 'windows/system32/taskkill.exe')
    const command = `@echo off\r\nnode -e "${TREE}"\r\n`
    const sandbox = withHook(machine, { command, shell: 'cmd', timeout: 2, onFailure: 'deny' })
    const { stdout } = await sandbox.event(BASH, undefined, { env })
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(machine.processes()).toEqual([])
    const inTime = expect.toSatisfy((ms) => ms < 4_000)
    expect(sandbox.log()).toMatchObject([{ decision: 'deny', hooks: [{ class: 'timeout', ms: inTime }] }])
    expect(leftIn(sandbox)).toEqual([])
  })

  test('a program that exits takes its hooks along, and what they have started', async () => {
    const env = installStandIn(machine, 'windows/system32/taskkill.exe')
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('tree.js', `${TREE}; require('fs').writeFileSync('up' + process.argv.length, '')`)
    const hook = { type: 'command', command: 'cmd', args: ['/d', '/c', 'node tree.js'] }
    const program = `
      import { existsSync } from 'node:fs'
      import { createEngine } from ${JSON.stringify(`file:///Z:${join(CLI, '../../index.mjs')}`)}
      const engine = await createEngine({ cwd: process.cwd() })
      await engine.addHooks({ hooks: { Stop: [{ hooks: [${JSON.stringify(hook)}] }, { hooks: [${JSON.stringify({ ...hook, args: ['/d', '/c', 'node tree.js again'] })}] }] } })
      void engine.dispatch({ name: 'Stop', sessionId: 's' })
      setInterval(() => existsSync('up2') && existsSync('up3') && process.exit(3), 50)`
    const script = machine.windowsPath(sandbox.write('program.mjs', program))
    const { project: cwd, variables } = sandbox
    const { code } = await machine.node([script], { cwd, variables, env })
    expect(code).toBe(3)
    await expect.poll(() => machine.processes(), { timeout: 2_000 }).toEqual([])
  })

  test('a hook whose host is killed ends with it', async () => {
    const sandbox = withHook(machine, { command: 'node', args: ['tree.js'], timeout: 60 })
    sandbox.write('tree.js', `${TREE}; require('fs').writeFileSync('up', '')`)
    const host = `
      const { spawn } = require('child_process')
      const child = spawn(process.execPath, [${JSON.stringify(machine.windowsPath(CLI))}, 'run', '--host', 'claude-code'])
      child.stdin.end(${JSON.stringify(JSON.stringify({ cwd: sandbox.win(), ...BASH }))})
      setInterval(() => require('fs').existsSync('up') && child.kill(), 50)
      child.on('exit', () => process.exit())`
    await machine.node(['-e', host], { cwd: sandbox.project, variables: sandbox.variables })
    await expect.poll(() => machine.processes(), { timeout: 5_000 }).toEqual([])
  })
})

describeWindows('S41 streams of a hook', { timeout: 60_000 }, () => {
  const machine = useMachine()

  test('a flood of output is cut and read to its end', async () => {
    const flood = `process.stdout.write('a'.repeat(8e6)); process.stderr.write('b'.repeat(8e6))`
    const sandbox = withHook(machine, { command: 'node', args: ['-e', flood] }, 'UserPromptSubmit')
    const { stdout, code } = await sandbox.event({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' })
    expect(code).toBe(0)
    expect(stdout).toContain('aaaa')
    expect(stdout.length).toBeLessThan(1_200_000)
  })

  test('a hook that does not read a large payload is heard all the same', async () => {
    const command = '@echo off\r\necho no >&2\r\nexit 2\r\n'
    const sandbox = withHook(machine, { command, shell: 'cmd' })
    const payload = { ...BASH, tool_input: { command: `echo ${'x'.repeat(2_000_000)}` } }
    const { stdout } = await sandbox.event(payload)
    expect(stdout).toContain('"permissionDecision":"deny","permissionDecisionReason":"no')
    expect(leftIn(sandbox)).toEqual([])
  })

  test('a host that closes the streams early does not hold hookwright up', async () => {
    const seen = 'Z:' + join(machine.temp, 'seen.txt').replaceAll('/', '\\')
    const args = ['-e', `setTimeout(() => require('fs').writeFileSync(${JSON.stringify(seen)}, 'ran'), 500)`]
    const sandbox = withHook(machine, { command: 'node', args })
    const host = `
      const { spawn } = require('child_process')
      const child = spawn(process.execPath, [${JSON.stringify(machine.windowsPath(CLI))}, 'run', '--host', 'claude-code'])
      child.stdin.end(${JSON.stringify(JSON.stringify({ cwd: sandbox.win(), ...BASH }))})
      child.stdout.destroy()
      child.stderr.destroy()
      child.on('exit', (code) => console.log('ended', code))`
    writeFileSync(join(machine.temp, 'host.cjs'), host)
    const { stdout } = await machine.node([machine.windowsPath(join(machine.temp, 'host.cjs'))], {
      cwd: sandbox.project,
      variables: sandbox.variables,
    })
    expect(stdout).toContain('ended 0')
    expect(sandbox.read(join(machine.temp, 'seen.txt'))).toBe('ran')
    expect(machine.processes()).toEqual([])
  })
})
