import { expect, test } from 'vitest'
import { entry, messages } from '../../../test/helpers/messages.ts'

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
    Events are PreToolUse, PermissionRequest, PermissionDenied, PostToolUse, PostToolUseFailure, PostToolBatch, UserPromptSubmit, UserPromptExpansion, SessionStart, Setup, Stop, SubagentStop, SubagentStart, TeammateIdle, TaskCreated, TaskCompleted, PreModelSwitch, PostModelSwitch, MessageDisplay, Notification, SessionEnd, StopFailure, InstructionsLoaded, ConfigChange, CwdChanged, FileChanged, DirectoryAdded, WorktreeCreate, WorktreeRemove, PreCompact, PostCompact, Elicitation, ElicitationResult, run:PreRun, run:PostRun, run:PreSessionStart, run:PostSessionStart, run:PreTurn, run:PostTurn, UserPromptTransformed, ErrorOccurred, PreMcpToolCall, Interrupt, BeforeModel, BeforeToolSelection, AfterModel, AfterAgentResponse, AfterAgentThought, BeforeTabFileRead, AfterTabFileEdit, WorkspaceOpen, TodoCreated, TodoCompleted, SessionDelete, PermissionResult, SessionHeartbeat, TurnStarted, TaskStarted, UserPromptQueued, StopCancelled, PostFileDelete, PreTaskExec, PostTaskExec, PostSetupWorktree, PreInvocation, PostInvocation.
    "
  `))
test('a key that would change trust', () =>
  expect(messages('version: 1\ntrusted: true\n')).toMatchInlineSnapshot(`
    "
    hookwright.yaml:2:1 "trusted" is not a key of a hookwright file.
    trusted: true
    ^^^^^^^
    Accepted are $schema, version, imports, defaults, git, selfGuard, allowAgents, mcpServers, packs, hooks.
    "
  `))
test('what comes later', () =>
  expect(
    entry('use: ./packs/mine') +
      entry('{ type: module, module: ./x.sh }') +
      messages('imports: [cursor, foo]') +
      entry('{ command: x, dialect: cursor }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:3:12 Packs of folders and of npm are used in hookwright.yaml only.
        - use: ./packs/mine
               ^^^^^^^^^^^^
    Write the use there, or register its hooks with the program.

    hookwright.yaml:3:31 "module" must be the path of a .js, .mjs, .cjs, .ts, .mts or .cts file, not this string.
        - { type: module, module: ./x.sh }
                                  ^^^^^^

    hookwright.yaml:1:19 "imports[1]" must be one of claude-code, codex-runtime, copilot, codex-cli, gemini-cli, cursor, qwen-code, droid, continue, devin, augment, junie, kimi, grok, qoder, deepagents, crush, goose, kiro, amazon-q, hermes, openhands, mistral-vibe, windsurf, cline, antigravity, not this string.
    imports: [cursor, foo]
                      ^^^


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
    hookwright.yaml:3:32 "onFailure" must be one of ignore, ask, deny, not this string.
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
    hookwright.yaml:3:72 "id" must be letters, digits, "_", "." and "-", starting with a letter or digit, not this string.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                           ^^^^^

    hookwright.yaml:3:83 "if" must be a permission rule such as "Bash(git push *)", not an empty string.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                                      ^^

    hookwright.yaml:3:28 "args[0]" must be a string in quotes, not a number.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                               ^

    hookwright.yaml:3:42 "env.A" must be a string in quotes, not a number.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                             ^

    hookwright.yaml:3:51 "B=…" is not a name for a variable.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                      ^
    Use letters, digits and "_".

    hookwright.yaml:3:63 "guard" must be true or false, not a string.
        - { command: x, args: [1], env: { A: 2, "B=": c }, guard: yes, id: "a b", if: "" }
                                                                  ^^^

    hookwright.yaml:3:7 A hook entry must be a mapping with "command", "module", "url", "tool", "prompt", "use", "deny", "ask", "allow", "context" or "hooks", not a string.
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
test('shapes', () =>
  expect(
    messages('version: 2\nhooks: []\ndefaults: { timout: 3 }\n') +
      messages('hooks: { Stop: { command: x } }'),
  ).toMatchInlineSnapshot(`
    "
    hookwright.yaml:1:10 "version" must be 1, not 2.
    version: 2
             ^

    hookwright.yaml:3:13 "timout" is not a key of "defaults".
    defaults: { timout: 3 }
                ^^^^^^
    Did you mean "timeout"?

    hookwright.yaml:2:1 "hooks" must be a mapping of events to lists, not a list.
    hooks: []
    ^^^^^

    hookwright.yaml:1:10 "Stop" must be a list of hooks, not a mapping.
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
