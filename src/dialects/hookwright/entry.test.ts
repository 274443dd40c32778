import { expect, test } from 'vitest'
import { entry } from '../../../test/helpers/messages.ts'

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

    hookwright.yaml:3:30 "timeout" must be a number of seconds above 0 and at most 86400, not a string.
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

    hookwright.yaml:3:21 The shell (a mapping) is not one of sh, bash, pwsh, powershell, cmd.
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
      hookwright.yaml:3:16 "command" uses "&&" at character 10, which only a shell understands, but the entry has no "shell".
          - command: npm test && echo "done"
                     ^^^^^^^^^^^^^^^^^^^^^^^
      Add \`shell: bash\`, or put quotes around it to pass it on as it is.

      hookwright.yaml:3:16 "command" uses more than one line, which only a shell understands, but the entry has no "shell".
          - command: |
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
    hookwright.yaml:3:16 The command has a quote (') at character 6 that is never closed.
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
    hookwright.yaml:3:7 The entry has none of "command", "module", "url", "tool", "prompt", "use", "deny", "ask", "allow", "context", so it does nothing.
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
    hookwright.yaml:3:26 "shell" has no meaning in a rule.
        - { deny: no, shell: bash, timeout: 5 }
                             ^^^^
    Remove it: a rule runs nothing.

    hookwright.yaml:3:41 "timeout" has no meaning in a rule.
        - { deny: no, shell: bash, timeout: 5 }
                                            ^
    Remove it: a rule runs nothing.
    "
  `))
