import { expect, test } from 'vitest'
import { excerpt, placeIssue } from '../../config/locate.ts'
import { parseConfig } from '../../config/parse.ts'
import { read } from './config.ts'

/** What a person sees, in the form of `check` and without colour. */
function messages(text: string, file = 'hookwright.yaml'): string {
  const parsed = parseConfig(text, file)
  const issues =
    parsed.issues.length > 0
      ? parsed.issues
      : read({ file, scope: 'project', value: parsed.value }, { startDir: '/p' }).issues
  const shown = issues
    .map((problem) => placeIssue(problem, text))
    .map(({ place, message, hint, detail }) => {
      const { line = 0, column = 0, length } = place
      const source = excerpt(text, { line, column, ...(length !== undefined && { length }) })
      return [
        `${file}:${line}:${column} ${message}`,
        ...source,
        ...(detail?.split('\n') ?? []),
        ...(hint === undefined ? [] : [hint]),
      ].join('\n')
    })
  return `\n${shown.join('\n\n')}\n`
}

/** One entry under PreToolUse. */
const entry = (keys: string): string => messages(`hooks:\n  PreToolUse:\n    - ${keys}\n`)

test('a misspelt key', () =>
  expect(entry('{ comand: ./x, matcher: Bash }')).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:9 "comand" is not a key of a hook entry.
      - { comand: ./x, matcher: Bash }
          ^^^^^^
  Did you mean "command"?
  "
`))
test('a misspelt event', () =>
  expect(messages('hooks:\n  PreTooluse: []\n  Deploy: []\n')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:2:3 "PreTooluse" is not an event.
      PreTooluse: []
      ^^^^^^^^^^
    Did you mean "PreToolUse"?

    hookwright.yaml:3:3 "Deploy" is not an event.
      Deploy: []
      ^^^^^^
    Events are PreToolUse, PermissionRequest, PermissionDenied, PostToolUse, PostToolUseFailure, PostToolBatch, UserPromptSubmit, UserPromptExpansion, SessionStart, Setup, Stop, SubagentStop, SubagentStart, TeammateIdle, TaskCreated, TaskCompleted, PreModelSwitch, PostModelSwitch, MessageDisplay, Notification, SessionEnd, StopFailure, InstructionsLoaded, ConfigChange, CwdChanged, FileChanged, DirectoryAdded, WorktreeCreate, WorktreeRemove, PreCompact, PostCompact, Elicitation, ElicitationResult.
    "
  `))
test('a key that would change trust', () =>
  expect(messages('version: 1\ntrusted: true\n')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:2:1 "trusted" is not a key of a hookwright file.
    trusted: true
    ^^^^^^^
    Accepted are $schema, version, imports, defaults, hooks.
    "
  `))
test('timeouts', () =>
  expect(
    ['0', '-1', '.nan', '"10"', '1e12', 'null']
      .map((value) => entry(`{ command: x, timeout: ${value} }`))
      .join(''),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not 0.
        - { command: x, timeout: 0 }
                                 ^

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not -1.
        - { command: x, timeout: -1 }
                                 ^^

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not NaN.
        - { command: x, timeout: .nan }
                                 ^^^^

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not "10".
        - { command: x, timeout: "10" }
                                 ^^^^

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not 1000000000000.
        - { command: x, timeout: 1e12 }
                                 ^^^^

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not null.
        - { command: x, timeout: null }
                                 ^^^^
    "
  `))
test('a shell that is none of the five', () =>
  expect(
    entry('{ command: x, shell: /bin/zsh }') +
      entry('{ command: x, shell: { bash: -x } }') +
      entry('{ command: x, shell: Bash }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:28 Shell "/bin/zsh" is not one of sh, bash, pwsh, powershell, cmd.
        - { command: x, shell: /bin/zsh }
                               ^^^^^^^^
    Write the command as \`NAME -c …\` without \`shell\` to use another one.

    hookwright.yaml:3:21 Shell {"bash":"-x"} is not one of sh, bash, pwsh, powershell, cmd.
        - { command: x, shell: { bash: -x } }
                        ^^^^^
    Write one name; a mapping is not accepted.

    hookwright.yaml:3:28 Shell "Bash" is not one of sh, bash, pwsh, powershell, cmd.
        - { command: x, shell: Bash }
                               ^^^^
    Write \`shell: bash\`; its flags are fixed, see docs/shells.md.
    "
  `))
test('shell syntax without a shell', () =>
  expect(entry('command: npm test && echo "done"') + entry('command: |\n        a\n        b $HOME'))
    .toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:16 "command" uses "&&", which only a shell understands, but the entry has no "shell".
        - command: npm test && echo "done"
                   ^^^^^^^^^^^^^^^^^^^^^^^
    npm test && echo "done"
             ^^
    Add \`shell: bash\`, or put quotes around it to pass it on as it is.

    hookwright.yaml:3:16 "command" uses more than one line, which only a shell understands, but the entry has no "shell".
        - command: |
                   ^
    a
     ^
    Add \`shell: bash\`.
    "
  `))
test('an empty command', () =>
  expect(entry('command: ""') + entry('command: " "')).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:16 "command" is empty.
      - command: ""
                 ^^
  Name a program to run.

  hookwright.yaml:3:16 "command" is empty.
      - command: " "
                 ^^^
  Name a program to run.
  "
`))
test('an open quote', () =>
  expect(entry(`command: "echo 'a"`)).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:16 Command "echo 'a" has a quote (') at character 6 that is never closed.
      - command: "echo 'a"
                 ^^^^^^^^^
  Close the quote, or put a backslash before a literal one.
  "
`))
test('a matcher that is no regular expression', () =>
  expect(entry('{ matcher: "Bash(", command: x }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:18 Matcher "Bash(" is not a valid regular expression: /Bash(/: Unterminated group.
        - { matcher: "Bash(", command: x }
                     ^^^^^^^
    Write "Bash\\(" to match that text literally.
    "
  `))
test('an entry without a handler', () =>
  expect(entry('matcher: Bash')).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:7 The entry has none of "command", "deny", "ask", "allow", "context", so it does nothing.
      - matcher: Bash
        ^
  Add one of them.
  "
`))
test('two handlers in one entry', () =>
  expect(
    entry('{ command: x, deny: no }') + entry('{ ask: a, allow: b }') + entry('{ command: x, context: y }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:27 The entry has both "command" and "deny", but only one of them may stand in it.
        - { command: x, deny: no }
                              ^^
    Make two entries of it.

    hookwright.yaml:3:24 The entry has both "ask" and "allow", but only one of them may stand in it.
        - { ask: a, allow: b }
                           ^
    Make two entries of it.

    hookwright.yaml:3:30 The entry has both "command" and "context", but only one of them may stand in it.
        - { command: x, context: y }
                                 ^
    Make two entries of it.
    "
  `))
test('process keys on a rule', () =>
  expect(entry('{ deny: no, shell: bash, timeout: 5 }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:26 "shell" has no meaning without "command".
        - { deny: no, shell: bash, timeout: 5 }
                             ^^^^
    Remove it: a rule starts no process.

    hookwright.yaml:3:41 "timeout" has no meaning without "command".
        - { deny: no, shell: bash, timeout: 5 }
                                            ^
    Remove it: a rule starts no process.
    "
  `))
test('what comes later', () =>
  expect(
    entry('use: hookwright/secrets') +
      entry('{ type: http, url: "http://x" }') +
      messages('imports: [copilot, foo]') +
      entry('{ command: x, dialect: cursor }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:12 "use" is not in this version.
        - use: hookwright/secrets
               ^^^^^^^^^^^^^^^^^^
    Use "command", or a rule: "deny", "ask", "allow", "context".

    hookwright.yaml:3:15 Handlers of type "http" are not in this version.
        - { type: http, url: "http://x" }
                  ^^^^
    Use "command", or a rule: "deny", "ask", "allow", "context".

    hookwright.yaml:1:11 Dialect "copilot" is not in this version.
    imports: [copilot, foo]
              ^^^^^^^

    hookwright.yaml:1:20 "imports[1]" must be "claude-code", not "foo".
    imports: [copilot, foo]
                       ^^^

    hookwright.yaml:3:30 Dialect "cursor" is not in this version.
        - { command: x, dialect: cursor }
                                 ^^^^^^
    "
  `))
test('a misspelt value', () =>
  expect(entry('{ command: x, onFailure: denny }')).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:32 "onFailure" must be one of ignore, ask, deny, not "denny".
      - { command: x, onFailure: denny }
                                 ^^^^^
  Did you mean "deny"?
  "
`))
test('onFailure: native', () =>
  expect(entry('{ command: x, onFailure: native }')).toMatchInlineSnapshot(`
  "
  hookwright.yaml:3:32 "onFailure" must be one of ignore, ask, deny, not "native".
      - { command: x, onFailure: native }
                                 ^^^^^^
  "
`))
test('values of the wrong kind', () =>
  expect(
    entry('{ command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }') +
      entry('just text'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:72 "id" must be letters, digits, "_", "." and "-", starting with a letter or digit, not "a b".
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                           ^^^^^

    hookwright.yaml:3:83 "if" must be a permission rule such as "Bash(git push *)", not "".
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                                      ^^

    hookwright.yaml:3:28 "args[0]" must be a string in quotes, not 1.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                               ^

    hookwright.yaml:3:42 "env.A" must be a string in quotes, not 2.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                             ^

    hookwright.yaml:3:51 "B=" is not a name for a variable.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                      ^
    Use letters, digits and "_".

    hookwright.yaml:3:63 "guard" must be true or false, not "yes".
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                  ^^^

    hookwright.yaml:3:7 A hook entry must be a mapping with "command", "deny", "ask", "allow", "context" or "hooks", not "just text".
        - just text
          ^^^^^^^^^
    "
  `))
test('two equal ids', () =>
  expect(messages('hooks:\n  Stop:\n    - { id: a, command: x }\n    - { id: a, command: y }\n'))
    .toMatchInlineSnapshot(`
    "
    hookwright.yaml:4:13 Id "a" is used twice in this file.
        - { id: a, command: y }
                ^
    Give each hook its own id.
    "
  `))
test('keys of an entry on a block of Claude Code settings', () =>
  expect(entry('{ guard: true, hooks: [{ type: command, command: x }] }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:16 "guard" has no meaning beside "hooks", which makes this a block of Claude Code settings.
        - { guard: true, hooks: [{ type: command, command: x }] }
                   ^^^^
    Move "guard" to an entry of its own, with its "command" and without "hooks".
    "
  `))
test('a block with a handler type of a later version', () =>
  expect(entry('{ hooks: [{ type: http, url: "http://x" }] }')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:17 Handlers of type "http" are not in this version.
        - { hooks: [{ type: http, url: "http://x" }] }
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "
  `))
test('shapes', () =>
  expect(
    messages('version: 2\nhooks: []\ndefaults: { timout: 3 }\n') +
      messages('hooks: { Stop: { command: x } }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:1:10 "version" must be 1, not 2.
    version: 2
             ^
    Did you mean "1"?

    hookwright.yaml:3:13 "timout" is not a key of "defaults".
    defaults: { timout: 3 }
                ^^^^^^
    Did you mean "timeout"?

    hookwright.yaml:2:1 "hooks" must be a mapping of events to lists, not [].
    hooks: []
    ^^^^^

    hookwright.yaml:1:10 "Stop" must be a list of hooks, not {"command":"x"}.
    hooks: { Stop: { command: x } }
             ^^^^
    "
  `))
test('JSON and TOML have places too', () =>
  expect(
    messages('{\n  "hooks": { "Stop": [{ "comand": "x" }] }\n}', 'hookwright.json') +
      messages('[[hooks.Stop]]\ncommand = "x"\ntimeout = 0\n', 'hookwright.toml'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.json:2:25 "comand" is not a key of a hook entry.
      "hooks": { "Stop": [{ "comand": "x" }] }
                            ^^^^^^^^
    Did you mean "command"?

    hookwright.toml:3:11 "timeout" must be a number of seconds above 0 and at most 86400, not 0.
    timeout = 0
              ^
    "
  `))
