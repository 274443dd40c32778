import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** Runs in Windows' Node; prints one JSON object. `dispose` has to leave nothing that keeps Node alive. */
const ENGINE = (dist: string): string => `
import { createServer } from 'node:http'
import { createEngine, deny } from ${JSON.stringify(`${dist}/index.mjs`)}
const seen = {}
const bodies = []
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += chunk)).on('end', () => {
    bodies.push(JSON.parse(text).tool_name)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ decision: 'block', reason: 'no by http' }))
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const engine = await createEngine({ cwd: process.cwd() })
const command = (event, hook) => engine.addHooks({ hooks: { [event]: [{ matcher: '*', hooks: [hook] }] } })
const call = (name) => engine.dispatch({ name: 'PreToolUse', sessionId: 's', tool: { name, input: {} } })

engine.on('PreToolUse', { matcher: 'ByFunction' }, () => deny('no by function'))
await engine.addHooks({ hooks: { PreToolUse: [
  { matcher: 'ByCommand', hooks: [{ type: 'command', command: 'node', args: ['-e', 'console.error("no by command"); process.exitCode = 2'] }] },
  { matcher: 'ByHttp', hooks: [{ type: 'http', url: 'http://127.0.0.1:' + server.address().port + '/hook' }] },
] } })
for (const name of ['ByFunction', 'ByCommand', 'ByHttp']) {
  const { decision, reason } = await call(name)
  seen[name] = { decision, reason }
}
seen.bodies = bodies
await command('Stop', { type: 'command', async: true, command: 'node', args: ['-e', 'setInterval(() => {}, 1000)'] })
seen.background = (await engine.run({ name: 'Stop', sessionId: 's' })).results.map(({ outcome }) => outcome.kind)
while (engine.background.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
seen.listed = engine.background.list().length
await engine.dispose()
seen.after = engine.background.list().length
server.close()
server.closeAllConnections()
console.log(JSON.stringify(seen))
`

const RUNTIME = (dist: string): string => `
import { createHookRuntime, ShellCommandHook } from ${JSON.stringify(`${dist}/runtime.mjs`)}
const runtime = createHookRuntime({ preHooks: [ShellCommandHook('guard', 'exit 2')] })
const steps = { startThread: async () => 'thread', startTurn: async () => 'done' }
const result = await runtime.run({ prompt: 'x', model: 'm' }, steps)
console.log(JSON.stringify({ kind: result.kind, issues: runtime.report().issues }))
`

describeWindows("the library under Windows' Node", { timeout: 60_000 }, () => {
  const machine = useMachine()

  async function run(source: (dist: string) => string): Promise<unknown> {
    const sandbox = createWindowsSandbox(machine)
    const dist = `file:///Z:${DIST}`
    const script = sandbox.write('program.mjs', source(dist))
    const { variables, project: cwd } = sandbox
    const { stdout, stderr, code } = await machine.node([machine.windowsPath(script)], { cwd, variables })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return JSON.parse(stdout)
  }

  test('functions, commands and HTTP hooks deny, and dispose ends what runs in the background', async () => {
    expect(await run(ENGINE)).toEqual({
      ByFunction: { decision: 'deny', reason: 'no by function' },
      ByCommand: { decision: 'deny', reason: expect.stringMatching(/: no by command$/) },
      ByHttp: { decision: 'deny', reason: 'no by http' },
      bodies: ['ByHttp'],
      background: ['backgrounded'],
      listed: 1,
      after: 0,
    })
    expect(machine.processes()).toEqual([])
  })

  test('ShellCommandHook without sh is an issue that says so', async () => {
    const problem = { hookName: 'guard', class: 'Execution', message: expect.stringContaining('"sh"') }
    expect(await run(RUNTIME)).toMatchObject({
      kind: 'done',
      issues: [
        { phase: 'PreRun', ...problem },
        { phase: 'PreTurn', ...problem },
      ],
    })
  })
})
