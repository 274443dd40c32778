import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const HOOKS = `version: 1
hooks:
  PreToolUse:
    - { id: no-push, if: Bash(git push *), deny: No pushes here. }
`

function withCases(cases: string, hooks = HOOKS): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('push.hooks.yaml', `${hooks}cases:\n${cases}`)
  return sandbox
}

test('all passed: exit 0, and each case with its mark', async () => {
  const sandbox = withCases(`
  - { name: a push is denied, command: git push, expect: { decision: deny, reason: /^No push/ } }
  - { name: a status is not, command: git status, expect: { decision: none } }
`)
  const { code, stdout, stderr } = await sandbox.cli(['test'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe('push.hooks.yaml\n  ✓ a push is denied\n  ✓ a status is not\n\n2 passed\n')
})

test('a failure: exit 1, what was expected, what came, and why', async () => {
  const sandbox = withCases(`
  - name: a status is denied
    command: git status
    files: { a.txt: "one\\ntwo\\n" }
    expect: { decision: deny, context: be careful, files: { a.txt: "one\\n" } }
`)
  const { code, stdout } = await sandbox.cli(['test'])
  expect(code).toBe(1)
  expect(stdout).toMatchInlineSnapshot(`
    "push.hooks.yaml
      ✗ a status is denied (line 7)
          decision
            expected  deny
            got       none
          context
            expected  text with "be careful"
            got       (nothing)
          files: a.txt (- expected, + got)
             one
            +two
          no hook ran
          no-push did not run: if Bash(git push *): no part of the command matches

    0 passed, 1 failed
    "
  `)
})

test('--filter runs the cases with that text, and exits with 1 where there is none', async () => {
  const sandbox = withCases(`
  - { name: a push is denied, command: git push, expect: { decision: deny } }
  - { name: this fails, command: git push, expect: { decision: allow } }
`)
  const some = await sandbox.cli(['test', '--filter', 'denied'])
  expect(some).toMatchObject({ code: 0, stdout: 'push.hooks.yaml\n  ✓ a push is denied\n\n1 passed\n' })
  const none = await sandbox.cli(['test', '--filter', 'nobody'])
  expect(none).toMatchObject({ code: 1, stderr: 'hookwright: No case has "nobody" in its name.\n' })
})

test('a file that is absent is a bad command line; no files at all are a failure', async () => {
  const sandbox = createSandbox()
  expect(await sandbox.cli(['test', 'gone.hooks.yaml'])).toMatchObject({ code: 64 })
  expect(await sandbox.cli(['test'])).toMatchObject({ code: 1, stdout: '' })
})

test('hooks run in a project of their own, with the scripts that they name', async () => {
  const sandbox = withCases(
    `
  - name: the script writes into the scratch project
    event: PostToolUse
    edit: a.txt
    git: true
    files: { a.txt: x, lib/b.txt: y }
    expect: { context: /^\\? written$/, files: { written: "a.txt lib push.hooks.yaml scripts", gone.txt: null } }
`,
    'hooks: { PostToolUse: [{ command: ./scripts/write.sh, shell: sh }] }\n',
  )
  sandbox.write(
    'scripts/write.sh',
    `#!/bin/sh
printf '%s' "$(ls | tr '\\n' ' ' | sed 's/ $//')" > /tmp/x.$$ && mv /tmp/x.$$ written
printf '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"%s"}}' "$(git status --short | cut -c2-)"
`,
  )
  const { code, stdout } = await sandbox.cli(['test'])
  expect(stdout).toContain('1 passed')
  expect(code).toBe(0)
  expect(sandbox.exists('written')).toBe(false)
})

test('without hooks of its own, those of the project are tested', async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', HOOKS)
  sandbox.write(
    'tests/all.hooks.yaml',
    'cases: [{ name: n, command: git push, expect: { decision: deny } }]\n',
  )
  expect(await sandbox.cli(['test', 'tests'])).toMatchObject({ code: 0 })
})

test('hooks that cannot be loaded fail their file, with the position in it', async () => {
  const sandbox = withCases(
    '  - { name: n, command: git push, expect: { decision: deny } }\n',
    'hooks: { Nope: [] }\n',
  )
  const { code, stdout } = await sandbox.cli(['test'])
  expect(code).toBe(1)
  expect(stdout).toContain('push.hooks.yaml:1:10: "Nope" is not an event.')
})

test('a wrong case fails its file, with the position in it', async () => {
  const sandbox = withCases('  - { name: n, comand: git push, expect: { decision: deny } }\n')
  const { code, stdout } = await sandbox.cli(['test'])
  expect(code).toBe(1)
  expect(stdout).toContain('push.hooks.yaml:6:16: "comand" is not a key of a case. Did you mean "command"?')
})

const AGENT = { env: { CLAUDECODE: '1' } }
const STARTING = 'hooks: { PreToolUse: [{ id: starts, command: ./s.sh }] }\n'

test('below an agent, rules are tested', async () => {
  const sandbox = withCases('  - { name: n, command: git push, expect: { decision: deny } }\n')
  expect(await sandbox.cli(['test'], AGENT)).toMatchObject({ code: 0 })
})

test('below an agent, a hook that starts a program and that nobody approved is not run', async () => {
  const sandbox = withCases('  - { name: n, command: git push, expect: { decision: none } }\n', STARTING)
  sandbox.write('s.sh', `#!/bin/sh\ntouch ${sandbox.path('~/ran')}\n`)
  const { code, stdout } = await sandbox.cli(['test'], AGENT)
  expect(code).toBe(1)
  expect(stdout).toContain('that nobody approved were not run: starts.')
  expect(stdout).toContain('allowAgents: [test]')
  expect(sandbox.exists('~/ran')).toBe(false)
})

test('below an agent, an approved hook is tested', async () => {
  const sandbox = withCases('  - { name: n, command: git push, expect: { decision: none } }\n', STARTING)
  sandbox.write('s.sh', '#!/bin/sh\nexit 0\n')
  const approved = await sandbox.cli(['trust', 'add', '--yes', '--source', 'push.hooks.yaml'])
  expect(approved).toMatchObject({ code: 0 })
  expect(await sandbox.cli(['test'], AGENT)).toMatchObject({ code: 0 })
})

test('nothing is left behind, and nothing is written to the state folder or the log', async () => {
  const sandbox = withCases('  - { name: n, command: git push, git: true, expect: { decision: deny } }\n')
  await sandbox.cli(['test'])
  expect(sandbox.log()).toEqual([])
  expect((await sandbox.shell('ls "$TMPDIR"')).stdout).toBe('')
})
