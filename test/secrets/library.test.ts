import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EngineOptions } from '../../src/library/engine.ts'
import { createModel } from '../../src/ports/model-client.ts'
import { DENY, end, listening, serve, setVariables, type Reply } from '../helpers/http.ts'
import { engineIn, type Handler } from '../helpers/library.ts'
import { httpServer, stdioServer } from '../helpers/mcp.ts'
import { startModelServer, type Turn } from '../helpers/model-server.ts'
import { collect, filesIn, MARK, watchTelemetry } from './collect.ts'

watchTelemetry()

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } } as const
const SECRET = `${MARK}-value`
const OVERSIZE = `printf '{"a":"'; head -c 1200000 /dev/zero | tr '\\0' x; printf '"}'`

/** A plugin with one hook, and the options its user has set. */
async function pluginEngine(handler: Handler, value = SECRET, options: EngineOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-plugin-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'hooks'))
  writeFileSync(join(root, 'plain.txt'), 'no program')
  const file = { hooks: { PreToolUse: [{ hooks: [handler] }] } }
  writeFileSync(join(root, 'hooks/hooks.json'), JSON.stringify(file))
  const plugins = [{ root, name: 'p', options: { token: value } }]
  return engineIn({ sources: ['claude-code'], plugins, ...options })
}

async function expectSilence(made: Awaited<ReturnType<typeof pluginEngine>>) {
  const told = await collect(made.engine, bash)
  expect(told.text).not.toContain(MARK)
  expect(filesIn(join(made.dir, 'state'))).not.toContain(MARK)
  return told
}

const exec = (script: string, fields: Handler = {}): Handler => ({
  type: 'command',
  command: 'sh',
  args: ['-c', script, 'x', '${user_config.token}'],
  ...fields,
})
const seen = 'test "$1" = "$CLAUDE_PLUGIN_OPTION_TOKEN" || exit 9; '

describe.skipIf(process.platform === 'win32')('an option of a plugin is never told by', () => {
  test.for<[string, Handler, string, readonly string[]]>([
    ['a command that succeeds', exec(`${seen}exit 0`), 'none', []],
    ['exit 2 without a reason', exec(`${seen}exit 2`), 'deny', []],
    ['exit 1', exec(`${seen}exit 1`), 'none', ['hook.crash']],
    ['a signal', exec('kill -9 $$'), 'none', ['hook.signal']],
    ['a timeout', exec('sleep 5', { timeout: 0.2 }), 'none', ['hook.timeout']],
    ['bad output', exec(`echo '{bad'`), 'none', ['output.json']],
    ['output that fails its check', exec(`echo '{"decision":"maybe"}'`), 'none', ['output.invalid']],
    ['an answer on stderr', exec(`echo '{"decision":"block"}' >&2`), 'none', ['output.stderr']],
    ['a failure that blocks', exec('exit 1', { onFailure: 'block' }), 'deny', ['hook.crash']],
    [
      'a timeout that blocks',
      exec('sleep 5', { timeout: 0.2, onFailure: 'block' }),
      'deny',
      ['hook.timeout'],
    ],
    ['a background hook', exec(`${seen}exit 0`, { async: true }), 'none', []],
    ['a background hook that fails', exec('exit 1', { async: true }), 'none', ['hook.crash']],
    ['a hook that wakes the model', exec('exit 2', { asyncRewake: true }), 'none', []],
    [
      'a shell command',
      { type: 'command', command: 'test -n "$CLAUDE_PLUGIN_OPTION_TOKEN" && exit 2' },
      'deny',
      [],
    ],
    [
      'an option in a shell command, which is refused',
      { type: 'command', command: 'x ${user_config.token}' },
      'none',
      ['handler.unsupported'],
    ],
    [
      'a program that is not on PATH',
      { type: 'command', command: '${user_config.token}', args: [] },
      'none',
      ['launch.not-found'],
    ],
    [
      'a program that does not exist',
      { type: 'command', command: '/nowhere/${user_config.token}', args: [] },
      'none',
      ['launch.not-found'],
    ],
    [
      'a program that blocks because it does not exist',
      { type: 'command', command: '/nowhere/${user_config.token}', args: [], onFailure: 'block' },
      'deny',
      ['launch.not-found'],
    ],
    [
      'arguments of a program that does not exist',
      { type: 'command', command: 'no-such-program', args: ['${user_config.token}'] },
      'none',
      ['launch.not-found'],
    ],
    [
      'arguments of a file that is no program',
      { type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/plain.txt', args: ['${user_config.token}'] },
      'none',
      ['launch.not-executable'],
    ],
  ])('%s', async ([, handler, decision, codes]) => {
    const told = await expectSilence(await pluginEngine(handler))
    expect([told.decision, told.codes]).toEqual([decision, codes])
  })

  test('output that is too long', async () => {
    const told = await expectSilence(await pluginEngine(exec(OVERSIZE)))
    expect(told.codes).toContain('output.overflow')
  })

  test('a value no process can take', async () => {
    const told = await expectSilence(await pluginEngine(exec('exit 0'), `${SECRET}\0`))
    expect(told.codes).toContain('launch.bad-argument')
  })

  test('a value too long for a process', async () => {
    const told = await expectSilence(await pluginEngine(exec('exit 0'), SECRET.repeat(200_000)))
    expect(told.codes).toContain('launch.too-long')
  })

  test('a name with the value in it, and what the hook is called by', async () => {
    const { engine } = await pluginEngine(exec('exit 2'))
    const { blocks, verdict } = await engine.run(bash)
    expect(blocks[0]?.command).toBe('sh -c exit 2 x ${user_config.token}')
    expect(verdict.reason).toBe('[sh -c exit 2 x ${user_config.token}]: No stderr output')
  })

  test('paths that were filled in are described as the file has them', async () => {
    const { engine } = await pluginEngine({ type: 'command', command: 'echo ${CLAUDE_PLUGIN_ROOT}; exit 2' })
    expect((await engine.run(bash)).blocks[0]?.command).toBe('echo ${CLAUDE_PLUGIN_ROOT}; exit 2')
  })
})

describe('a header is never told by', () => {
  const http = (url: string): Handler => ({
    type: 'http',
    url: url.replace('http://', `http://user:${MARK}@`) + `/hook?token=${MARK}`,
    headers: { Authorization: 'Bearer ${CLAUDE_PLUGIN_OPTION_TOKEN} $HOOKWRIGHT_TEST_TOKEN' },
    allowedEnvVars: ['CLAUDE_PLUGIN_OPTION_TOKEN', 'HOOKWRIGHT_TEST_TOKEN'],
    timeout: 0.5,
  })
  const header = (url: string): Handler => ({ ...http(url), url: `${url}/hook` })
  const answers: readonly [string, Reply, readonly string[]][] = [
    ['an answer', end(200, DENY), []],
    ['a bad status', end(500, 'x'), ['http.status']],
    ['a redirect', end(302, '', { location: 'http://127.0.0.1:1/' }), ['http.status']],
    ['a body that is no JSON', end(200, 'hello'), ['output.json']],
    ['a body that is too long', end(200, 'x'.repeat(1_200_000)), ['http.overflow']],
    ['no answer in time', () => {}, ['hook.timeout']],
    ['a connection that ends', (response) => void response.destroy(), ['http.connection']],
  ]

  test.for(answers)('%s', async ([, reply, codes]) => {
    setVariables({ HOOKWRIGHT_TEST_TOKEN: SECRET })
    const { url, seen: requests } = await serve(reply)
    const told = await expectSilence(await pluginEngine(header(url)))
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${SECRET} ${SECRET}`)
    expect(told.codes).toEqual(codes)
  })

  test.for(answers)('%s of a URL with a password: no message names it', async ([, reply]) => {
    setVariables({ HOOKWRIGHT_TEST_TOKEN: SECRET })
    const { url } = await serve(reply)
    const { engine, dir } = await pluginEngine(http(url))
    const { verdict, blocks } = await engine.run(bash)
    expect(JSON.stringify([verdict, blocks, engine.issues])).not.toContain(MARK)
    expect(filesIn(join(dir, 'state/hookwright/log'))).not.toContain(MARK)
  })

  test('a server that is not there', async () => {
    const server = createServer()
    const url = await listening(server)
    server.close()
    const told = await expectSilence(await pluginEngine(header(url)))
    expect(told.codes).toEqual(['http.connection'])
  })

  test('a value no header can carry', async () => {
    const { url } = await serve(end(200, DENY))
    const told = await expectSilence(await pluginEngine(header(url), `${SECRET}\u0100`))
    expect(told.codes).toEqual(['http.header'])
  })
})

describe('what an MCP server is reached with is never told by', () => {
  const call = (tool: string, fields: Handler = {}): Handler => ({
    type: 'mcp_tool',
    server: 'fixture',
    tool,
    timeout: 5,
    ...fields,
  })
  const tools: readonly [string, Handler][] = [
    ['an answer', call('deny')],
    ['an error', call('fail')],
    ['a crash', call('crash')],
    ['a tool that is not there', call('missing')],
    ['a timeout', call('never', { timeout: 0.3 })],
    ['an answer that is too long', call('huge', { input: { bytes: 1_200_000 } })],
    ['an answer that is no object', call('say', { input: { words: '{bad' } })],
  ]

  test.for(tools)('%s over stdio', async ([, handler]) => {
    const { connection } = stdioServer()
    const fixture = { ...connection, args: [...connection.args, SECRET], env: { TOKEN: SECRET } }
    await expectSilence(await pluginEngine(handler, SECRET, { mcp: { fixture } }))
  })

  test.for(tools.filter(([name]) => name !== 'a crash'))('%s over http', async ([, handler]) => {
    const server = await httpServer()
    const fixture = {
      transport: 'http',
      url: `${server.url()}?token=${SECRET}`,
      headers: { Authorization: `Bearer ${SECRET}` },
    } as const
    await expectSilence(await pluginEngine(handler, SECRET, { mcp: { fixture } }))
  })

  test.for([
    [
      'a program that does not exist',
      { transport: 'stdio', command: '/nowhere/x', args: [SECRET], env: { A: SECRET } },
    ],
    [
      'a variable no process can take',
      { transport: 'stdio', command: 'node', args: [], env: { A: `${SECRET}\0` } },
    ],
    ['an argument no process can take', { transport: 'stdio', command: 'node', args: [`${SECRET}\0`] }],
    ['a server that is not there', { transport: 'http', url: `http://127.0.0.1:1/?token=${SECRET}` }],
    ['a URL with a password', { transport: 'http', url: `http://user:${SECRET}@127.0.0.1:1/mcp` }],
    ['text that is no URL', { transport: 'http', url: `user:${SECRET}@host` }],
    [
      'a header no request can carry',
      { transport: 'http', url: 'http://127.0.0.1:1/', headers: { A: `${SECRET}\n` } },
    ],
    [
      'a header with a line break inside',
      { transport: 'http', url: 'http://127.0.0.1:1/', headers: { A: `a\n${SECRET}` } },
    ],
    [
      'a header with a character no request can carry',
      { transport: 'http', url: 'http://127.0.0.1:1/', headers: { A: `${SECRET}\u0100` } },
    ],
    [
      'a header with its value in the name',
      { transport: 'http', url: 'http://127.0.0.1:1/', headers: { [`Authorization: Bearer ${SECRET}`]: '' } },
    ],
    ['a page that is no server', { transport: 'http', url: 'page' }],
  ] as const)('%s', async ([, connection]) => {
    const { url } = await serve(end(404, 'nothing here'))
    const fixture =
      connection.transport === 'http' && connection.url === 'page'
        ? { ...connection, url: `${url}/?token=${SECRET}` }
        : connection
    const told = await expectSilence(await pluginEngine(call('deny'), SECRET, { mcp: { fixture } }))
    expect(told.codes).toEqual(['mcp.call'])
  })
})

describe('the key of a model is never told by', () => {
  test.for<[string, Turn, 'prompt' | 'agent']>([
    ['a judgement', { text: '{"ok":false,"reason":"no"}' }, 'prompt'],
    ['a judgement of an agent', { text: '{"ok":false,"reason":"no"}' }, 'agent'],
    ['a bad key', { status: 401, body: '{"error":{"message":"bad key"}}' }, 'prompt'],
    ['a bad answer', { text: 'perhaps' }, 'prompt'],
    ['no JSON', { status: 200, body: '<html>' }, 'agent'],
    ['no answer', 'hang', 'agent'],
  ])('%s', async ([, turn, type]) => {
    const server = await startModelServer(turn)
    const model = createModel({ ...server.settings('anthropic'), apiKey: SECRET })
    await expectSilence(await pluginEngine({ type, prompt: 'Is it safe?', timeout: 0.5 }, SECRET, { model }))
  })

  test('an endpoint that is not there', async () => {
    const model = createModel({
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:1/',
      apiKey: SECRET,
    })
    const told = await expectSilence(await pluginEngine({ type: 'prompt', prompt: 'x' }, SECRET, { model }))
    expect(told.codes).toEqual(['model.failed'])
  })
})
