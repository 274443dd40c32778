import { expect, test } from 'vitest'
import { findComments } from './comments.ts'

const YAML = `# Team rules
version: 1
hooks:
  # Before tools.
  PreToolUse:
    # First.
    - id: a
      command: |
        echo x
        # in the script
    # Second,
    # in two lines.
    - id: b
      command: c # behind
  Stop:
    - command: d
`

test('YAML: comments right above a hook are its own, those of its event belong to the first', () => {
  const { head, above } = findComments(YAML, 'a.yaml')
  expect(head).toEqual(['Team rules'])
  expect(above(['hooks', 'PreToolUse', 0])).toEqual(['Before tools.', 'First.'])
  expect(above(['hooks', 'PreToolUse', 1])).toEqual(['Second,', 'in two lines.'])
  expect(above(['hooks', 'Stop', 0])).toEqual([])
})

const JSONC = `// Team rules
{
  "hooks": {
    "PreToolUse": [
      // The group.
      {
        "matcher": "Bash",
        "hooks": [
          /* First */
          { "command": "a // no comment" },
          /*
           * Second
           */
          { "command": "b" }
        ]
      }
    ]
  }
}
`

test('JSON with comments: a group gives its comments to its first handler', () => {
  const { head, above } = findComments(JSONC, 'settings.json', 'jsonc')
  expect(head).toEqual(['Team rules'])
  expect(above(['hooks', 'PreToolUse', 0, 'hooks', 0])).toEqual(['The group.', 'First'])
  expect(above(['hooks', 'PreToolUse', 0, 'hooks', 1])).toEqual(['Second'])
})

test('a group and its handler on one line share their comments once', () => {
  const text = '{ "hooks": { "A": [\n  // Guard.\n  { "hooks": [{ "command": "a" }] } ] } }\n'
  expect(findComments(text, 'a.json', 'jsonc').above(['hooks', 'A', 0, 'hooks', 0])).toEqual(['Guard.'])
})

test('comments above a key of a group or handler are kept, in the order of the file', () => {
  const text = `{ "hooks": { "A": [
    {
      /* Secrets. */
      "matcher": "Write",
      // Handlers.
      "hooks": [
        {
          "command": "a",
          // Slow machines.
          "timeout": 5
        },
        { "command": "b" }
      ]
    }
  ] } }`
  const { above } = findComments(text, 'a.json', 'jsonc')
  expect(above(['hooks', 'A', 0, 'hooks', 0])).toEqual(['Secrets.', 'Handlers.', 'Slow machines.'])
  expect(above(['hooks', 'A', 0, 'hooks', 1])).toEqual([])
})

test('lines of a script that look like comments are none', () => {
  const text =
    'hooks:\n  A:\n    - command: |\n        a\n        # in the script\n      # Short.\n      timeout: 5\n'
  expect(findComments(text, 'a.yaml').above(['hooks', 'A', 0])).toEqual(['Short.'])
})

const TOML = `# Team rules
[hooks]

# First.
[[hooks.PreToolUse]]
command = """
a
# in the script
"""

# Second.
[[hooks.PreToolUse]]
command = "b"
`

test('TOML: comments stand above a table', () => {
  const { head, above } = findComments(TOML, 'a.toml')
  expect(head).toEqual(['Team rules'])
  expect(above(['hooks', 'PreToolUse', 0])).toEqual(['First.'])
  expect(above(['hooks', 'PreToolUse', 1])).toEqual(['Second.'])
})

test('a file that cannot be parsed has none', () => {
  expect(findComments('# a\n{', 'a.json').head).toEqual([])
})

test('a path that is not there has none', () => {
  expect(findComments(YAML, 'a.yaml').above(['hooks', 'Stop', 7])).toEqual([])
})
