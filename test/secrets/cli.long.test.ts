import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { DENY, end, serve } from '../helpers/http.ts'
import { MARK } from './collect.ts'
import { everyWord as everyWordOf } from './commands.ts'

const SECRET = `${MARK}-value`
const TOKEN = { HOOKWRIGHT_TEST_TOKEN: SECRET }

const everyWord = (sandbox: Sandbox): Promise<string> => everyWordOf(sandbox, { env: TOKEN })

type Entry = Readonly<Record<string, unknown>>

function sandboxWith(entry: Entry, rest: Entry = {}): Sandbox {
  const sandbox = createSandbox()
  const file = { version: 1, ...rest, hooks: { PreToolUse: [{ id: 'h', timeout: 2, ...entry }] } }
  sandbox.write('~/.config/hookwright/hookwright.json', JSON.stringify(file, undefined, 2))
  return sandbox
}

describe('no command tells', () => {
  test.for<[string, Entry]>([
    ['a variable of a command that denies', { command: 'sh -c "exit 2"', env: { TOKEN: SECRET } }],
    ['a variable of a command that fails', { command: 'sh -c "exit 1"', env: { TOKEN: SECRET } }],
    ['a variable of a failure that denies', { command: 'false', env: { TOKEN: SECRET }, onFailure: 'deny' }],
    ['a variable of a command that does not exist', { command: 'no-such-program', env: { TOKEN: SECRET } }],
    ['a variable of a script', { command: 'exit 2', shell: 'bash', env: { TOKEN: SECRET } }],
    ['a variable of a timeout', { command: 'sleep 5', timeout: 0.2, env: { TOKEN: SECRET } }],
    ['a variable that no process can take', { command: 'true', env: { TOKEN: `${SECRET}\0` } }],
  ])('%s', async ([, entry]) => expect(await everyWord(sandboxWith(entry))).not.toContain(MARK))

  test.for([
    ['an answer', 200, DENY],
    ['a bad status', 500, ''],
    ['no JSON', 200, 'hello'],
  ] as const)('the headers and the URL of %s', async ([, status, body]) => {
    const { url, seen } = await serve(end(status, body))
    const sandbox = sandboxWith({
      url: `${url.replace('http://', `http://user:${SECRET}@`)}/hook?token=${SECRET}`,
      headers: { Authorization: 'Bearer ${HOOKWRIGHT_TEST_TOKEN}', 'X-Key': SECRET },
      allowedEnvVars: ['HOOKWRIGHT_TEST_TOKEN'],
    })
    expect(await everyWord(sandbox)).not.toContain(MARK)
    expect(seen[0]?.headers['x-key']).toBe(SECRET)
  })

  test.for<[string, Entry]>([
    ['a program that does not exist', { command: '/nowhere/x', env: { TOKEN: SECRET } }],
    ['a program that ends', { command: 'false', env: { TOKEN: SECRET } }],
    ['a server that is not there', { url: `http://127.0.0.1:1/?t=${SECRET}`, headers: { A: SECRET } }],
    ['a URL with a password', { url: `http://user:${SECRET}@127.0.0.1:1/` }],
  ])('how an MCP server is reached: %s', async ([, server]) => {
    const sandbox = sandboxWith({ server: 'db', tool: 'check' }, { mcpServers: { db: server } })
    expect(await everyWord(sandbox)).not.toContain(MARK)
  })

  test('what a project hook is filled with, where it waits for approval', async () => {
    const sandbox = createSandbox()
    const entry = { url: 'http://127.0.0.1:1/', headers: { A: '${HOOKWRIGHT_TEST_TOKEN}' } }
    const file = { hooks: { PreToolUse: [{ ...entry, allowedEnvVars: ['HOOKWRIGHT_TEST_TOKEN'] }] } }
    sandbox.write('hookwright.json', JSON.stringify(file, undefined, 2))
    for (const args of [
      ['trust', 'show'],
      ['trust', 'show', '--json'],
    ]) {
      const { stdout, stderr } = await sandbox.cli(args, { env: TOKEN })
      expect(stdout).toContain('HOOKWRIGHT_TEST_TOKEN')
      expect(stdout + stderr).not.toContain(MARK)
    }
    expect(await everyWord(sandbox)).not.toContain(MARK)
  })
})
