import { describe, expect, test } from 'vitest'
import { messages } from '../../../test/helpers/messages.ts'
import { read } from './config.ts'

const file = '/p/hookwright.yaml'

function handlers(mcpServers: unknown, entries: readonly unknown[]): readonly unknown[] {
  const value = { mcpServers, hooks: { PreToolUse: entries } }
  const { hooks, issues } = read({ file, scope: 'project', value }, { startDir: '/p' })
  expect(issues).toEqual([])
  return hooks.map((hook) => hook.handler)
}

describe('servers of a file', () => {
  const servers = {
    local: { command: './mcp.mjs', args: ['-v'], env: { A: 'b' } },
    bare: { command: 'mcp' },
    far: { url: 'https://mcp.example/', headers: { A: 'b' } },
  }

  test.for([
    ['local', { transport: 'stdio', command: './mcp.mjs', args: ['-v'], env: { A: 'b' } }],
    ['bare', { transport: 'stdio', command: 'mcp', args: [] }],
    ['far', { transport: 'http', url: 'https://mcp.example/', headers: { A: 'b' } }],
  ] as const)('%s is part of each hook that names it', ([server, connection]) => {
    const block = { hooks: [{ type: 'mcp_tool', server, tool: 't' }] }
    const handler = { type: 'mcp_tool', server, tool: 't', connection }
    expect(handlers(servers, [{ server, tool: 't' }, block])).toEqual([handler, handler])
  })

  test.for(['other', 'toString', '__proto__'])(
    '%s is none of them and stays without a connection',
    (server) =>
      expect(handlers(servers, [{ server, tool: 't' }])).toEqual([{ type: 'mcp_tool', server, tool: 't' }]),
  )
})

test('what is wrong with a server', () =>
  expect(
    messages(`mcpServers:
  none: {}
  both: { command: x, url: "https://x.example/" }
  mixed: { url: "https://x.example/", args: [a] }
  turned: { command: x, headers: { A: b } }
  plain: { url: "http://x.example/", headers: { Content-Length: "1" } }
  wrong: { comand: x }
  text: node
`) + messages('mcpServers: []\n'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:2:3 The server has neither "command" nor "url", so it cannot be reached.
      none: {}
      ^^^^
    Add one of them.

    hookwright.yaml:3:3 The server has both "command" and "url", but only one of them may stand in it.
      both: { command: x, url: "https://x.example/" }
      ^^^^
    Make two servers of it.

    hookwright.yaml:4:39 "args" has no meaning without "command".
      mixed: { url: "https://x.example/", args: [a] }
                                          ^^^^
    Remove it.

    hookwright.yaml:5:25 "headers" has no meaning without "url".
      turned: { command: x, headers: { A: b } }
                            ^^^^^^^
    Remove it.

    hookwright.yaml:6:17 "url" is not encrypted, and "x.example" is not this machine.
      plain: { url: "http://x.example/", headers: { Content-Length: "1" } }
                    ^^^^^^^^^^^^^^^^^^^
    Use https:.

    hookwright.yaml:6:65 Header "Content-Length" is set by hookwright.
      plain: { url: "http://x.example/", headers: { Content-Length: "1" } }
                                                                    ^^^
    Remove it.

    hookwright.yaml:7:12 "comand" is not a key of a server.
      wrong: { comand: x }
               ^^^^^^
    Did you mean "command"?

    hookwright.yaml:8:9 A server must be a mapping with "command" or "url", not a string.
      text: node
            ^^^^

    hookwright.yaml:1:1 "mcpServers" must be a mapping of names to servers, not a list.
    mcpServers: []
    ^^^^^^^^^^
    "
  `))

test('a server that is wrong takes the whole file with it', () => {
  const value = { mcpServers: { a: {} }, hooks: { Stop: [{ command: 'x' }] } }
  expect(read({ file, scope: 'project', value }, { startDir: '/p' }).hooks).toEqual([])
})
