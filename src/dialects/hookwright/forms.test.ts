import { expect, test } from 'vitest'
import { entry, messages } from '../../../test/helpers/messages.ts'

test('keys of another type', () =>
  expect(
    entry('{ type: http, url: "https://x.example/", shell: bash, command: x }') +
      entry('{ command: x, url: "https://x.example/" }') +
      entry('{ url: "https://x.example/", detach: true }') +
      entry('{ type: agent, prompt: ok?, continueOnBlock: true, dialect: claude-code }') +
      entry('{ type: command, deny: no }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:70 "command" has no meaning in a hook of type "http".
        - { type: http, url: "https://x.example/", shell: bash, command: x }
                                                                         ^
    Remove it: only hooks of type "command" have it.

    hookwright.yaml:3:55 "shell" has no meaning in a hook of type "http".
        - { type: http, url: "https://x.example/", shell: bash, command: x }
                                                          ^^^^
    Remove it: only hooks of type "command" have it.

    hookwright.yaml:3:26 The entry has both "command" and "url", but only one of them may stand in it.
        - { command: x, url: "https://x.example/" }
                             ^^^^^^^^^^^^^^^^^^^^
    Make two entries of it.

    hookwright.yaml:3:44 "detach" has no meaning in a hook of type "http".
        - { url: "https://x.example/", detach: true }
                                               ^^^^
    Remove it: only hooks of type "command" have it.

    hookwright.yaml:3:52 "continueOnBlock" has no meaning in a hook of type "agent".
        - { type: agent, prompt: ok?, continueOnBlock: true, dialect: claude-code }
                                                       ^^^^
    Remove it: only hooks of type "prompt" have it.

    hookwright.yaml:3:67 "dialect" has no meaning in a hook of type "agent".
        - { type: agent, prompt: ok?, continueOnBlock: true, dialect: claude-code }
                                                                      ^^^^^^^^^^^
    Remove it: only hooks of type "command", "http", "mcp_tool" have it.

    hookwright.yaml:3:30 "deny" has no meaning in a hook of type "command".
        - { type: command, deny: no }
                                 ^^
    Remove "type" to keep it, or give "command" in its place.
    "
  `))

test('keys that are missing', () =>
  expect(entry('type: http') + entry('{ type: mcp_tool, tool: a }') + entry('tool: a') + entry('type: agent'))
    .toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:7 A hook of type "http" needs "url".
        - type: http
          ^
    Add "url".

    hookwright.yaml:3:7 A hook of type "mcp_tool" needs "server".
        - { type: mcp_tool, tool: a }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
    Add "server".

    hookwright.yaml:3:7 A hook of type "mcp_tool" needs "server".
        - tool: a
          ^
    Add "server".

    hookwright.yaml:3:7 A hook of type "agent" needs "prompt".
        - type: agent
          ^
    Add "prompt".
    "
  `))

test('what needs an answer, on a command nobody waits for', () =>
  expect(
    entry('{ command: x, async: true, guard: true, onFailure: deny }') +
      entry('{ command: x, asyncRewake: true, asks: true, stopOnDeny: false }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:58 "onFailure" has no meaning beside "async": nobody waits for the command.
        - { command: x, async: true, guard: true, onFailure: deny }
                                                             ^^^^
    Remove one of them.

    hookwright.yaml:3:41 "guard" has no meaning beside "async": nobody waits for the command.
        - { command: x, async: true, guard: true, onFailure: deny }
                                            ^^^^
    Remove one of them.

    hookwright.yaml:3:46 "asks" has no meaning beside "asyncRewake": nobody waits for the command.
        - { command: x, asyncRewake: true, asks: true, stopOnDeny: false }
                                                 ^^^^
    Remove one of them.
    "
  `))

test('a type that is none', () =>
  expect(entry('{ type: htpp, url: x }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:15 "type" must be one of command, module, http, mcp_tool, prompt, agent, not "htpp".
        - { type: htpp, url: x }
                  ^^^^
    Did you mean "http"?
    "
  `))

test('values of the wrong kind', () =>
  expect(
    entry('{ url: 1, headers: { A: 1 }, allowedEnvVars: ["A B"], allowedUrls: x }') +
      entry('{ server: a, tool: b, input: [] }') +
      entry('{ prompt: "", model: 3 }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:14 "url" must be an http: or https: URL, not a number.
        - { url: 1, headers: { A: 1 }, allowedEnvVars: ["A B"], allowedUrls: x }
                 ^

    hookwright.yaml:3:31 "headers.A" must be a string in quotes, of one line, not a number.
        - { url: 1, headers: { A: 1 }, allowedEnvVars: ["A B"], allowedUrls: x }
                                  ^

    hookwright.yaml:3:53 "allowedEnvVars[0]" must be the name of a variable, not this string.
        - { url: 1, headers: { A: 1 }, allowedEnvVars: ["A B"], allowedUrls: x }
                                                        ^^^^^

    hookwright.yaml:3:74 "allowedUrls" must be a list of strings, not a string.
        - { url: 1, headers: { A: 1 }, allowedEnvVars: ["A B"], allowedUrls: x }
                                                                             ^

    hookwright.yaml:3:29 "input" must be a mapping, not a list.
        - { server: a, tool: b, input: [] }
                                ^^^^^

    hookwright.yaml:3:17 "prompt" must be a question in words, not an empty string.
        - { prompt: "", model: 3 }
                    ^^

    hookwright.yaml:3:28 "model" must be the name of a model, not a number.
        - { prompt: "", model: 3 }
                               ^
    "
  `))

test('URLs', () =>
  expect(
    ['nonsense', 'ftp://me:canary@x/', 'http://hooks.example/?token=canary', 'http://10.0.0.1/']
      .map((url) => entry(`url: "${url}"`))
      .join(''),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:12 "url" must be an http: or https: URL, not this string.
        - url: "nonsense"
               ^^^^^^^^^^

    hookwright.yaml:3:12 "url" must be an http: or https: URL, not this string.
        - url: "ftp://me:canary@x/"
               ^^^^^^^^^^^^^^^^^^^^

    hookwright.yaml:3:12 "url" is not encrypted, and "hooks.example" is not this machine.
        - url: "http://hooks.example/?token=canary"
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    Use https:.

    hookwright.yaml:3:12 "url" is not encrypted, and "10.0.0.1" is not this machine.
        - url: "http://10.0.0.1/"
               ^^^^^^^^^^^^^^^^^^
    Use https:.
    "
  `))

test.for([
  'https://hooks.example/',
  'http://127.0.0.1:9000/',
  'http://[::1]/',
  'http://localhost:9/',
  'http://a.localhost/',
])('%s is a URL to call', (url) => expect(entry(`url: "${url}"`)).toBe('\n\n'))

test('S35 headers', () =>
  expect(
    entry(
      '{ url: "https://x.example/", headers: { A: "Bearer $TOKEN", B: "${TOKEN}${OTHER}" }, allowedEnvVars: [OTHER] }',
    ) +
      entry('{ url: "https://x.example/", headers: { A: "b\\r\\nC: d", "E F": g, content-length: "1" } }') +
      entry('{ url: "https://x.example/", headers: { Host: evil } }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:50 Header "A" names the variable "TOKEN", which is not in "allowedEnvVars".
        - { url: "https://x.example/", headers: { A: "Bearer $TOKEN", B: "\${TOKEN}\${OTHER}" }, allowedEnvVars: [OTHER] }
                                                     ^^^^^^^^^^^^^^^
    Write \`allowedEnvVars: [TOKEN]\` if it may be sent there.

    hookwright.yaml:3:70 Header "B" names the variable "TOKEN", which is not in "allowedEnvVars".
        - { url: "https://x.example/", headers: { A: "Bearer $TOKEN", B: "\${TOKEN}\${OTHER}" }, allowedEnvVars: [OTHER] }
                                                                         ^^^^^^^^^^^^^^^^^^
    Write \`allowedEnvVars: [TOKEN]\` if it may be sent there.

    hookwright.yaml:3:50 "headers.A" must be a string in quotes, of one line, not a string of several lines.
        - { url: "https://x.example/", headers: { A: "b\\r\\nC: d", "E F": g, content-length: "1" } }
                                                     ^^^^^^^^^^^

    hookwright.yaml:3:70 "…" is not a name for a header.
        - { url: "https://x.example/", headers: { A: "b\\r\\nC: d", "E F": g, content-length: "1" } }
                                                                         ^
    Use letters, digits and "-".

    hookwright.yaml:3:53 Header "Host" is set by hookwright.
        - { url: "https://x.example/", headers: { Host: evil } }
                                                        ^^^^
    Remove it.
    "
  `))

test('a model on an event that takes no no', () =>
  expect(
    ['SessionStart', 'Notification', 'PermissionRequest']
      .map((event) => messages(`hooks: { ${event}: [{ prompt: ok? }] }\n`))
      .join(''),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:1:25 A model's no has no effect on SessionStart, so a hook of type "prompt" does nothing there.
    hooks: { SessionStart: [{ prompt: ok? }] }
                            ^^^^^^^^^^^^^^^
    Use a command.

    hookwright.yaml:1:25 A model's no has no effect on Notification, so a hook of type "prompt" does nothing there.
    hooks: { Notification: [{ prompt: ok? }] }
                            ^^^^^^^^^^^^^^^
    Use a command.

    hookwright.yaml:1:30 A model's no has no effect on PermissionRequest, so a hook of type "prompt" does nothing there.
    hooks: { PermissionRequest: [{ prompt: ok? }] }
                                 ^^^^^^^^^^^^^^^
    Use a command.
    "
  `))

test.for(['PreToolUse', 'Stop', 'UserPromptSubmit', 'PreCompact', 'ConfigChange'])(
  'a model may judge %s',
  (event) => expect(messages(`hooks: { ${event}: [{ prompt: ok? }] }\n`)).toBe('\n\n'),
)

test.for(['SessionStart', 'Setup', 'SessionEnd'])('http and tools go with %s in our own files', (event) =>
  expect(messages(`hooks: { ${event}: [{ url: "https://x.example/" }, { server: a, tool: b }] }\n`)).toBe(
    '\n\n',
  ),
)

test('a type that the rest of the entry contradicts', () =>
  expect(entry('{ type: agent, command: ./gate.sh }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:31 "command" has no meaning in a hook of type "agent".
        - { type: agent, command: ./gate.sh }
                                  ^^^^^^^^^
    Remove "type" to keep it, or give "prompt" in its place.
    "
  `))
