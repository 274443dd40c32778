import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { decisionOf, marks, PROJECT_FILE, shown, statuses } from '../helpers/trust.ts'

test.for([
  ['the command', { command: 'touch other' }],
  ['arguments', { args: ['more'] }],
  ['a variable', { env: { A: 'b' } }],
  ['the matcher', { matcher: 'Edit' }],
  ['the condition', { if: 'Bash(ls *)' }],
  ['the timeout', { timeout: 59 }],
  ['the failure policy', { onFailure: 'deny' }],
  ['the directory', { cwd: 'src' }],
  ['the shell', { shell: 'sh' }],
  ['guard', { guard: true }],
  ['detach', { detach: true }],
  ['stopOnDeny', { stopOnDeny: true }],
] as const)('S03 a change of %s makes the hook a changed one', async ([, change]) => {
  const sandbox = createSandbox()
  const entry = { id: 'a', command: 'touch one' }
  sandbox.write(PROJECT_FILE, config('PreToolUse', entry))
  await sandbox.cli(['trust', 'add', '--yes'])
  expect(await statuses(sandbox)).toEqual(['approved'])
  sandbox.write(PROJECT_FILE, config('PreToolUse', { ...entry, ...change }))
  expect(await statuses(sandbox)).toEqual(['changed'])
})

test.for([
  [
    'comments and white space',
    'version: 1\n# why\nhooks:\n  Stop:\n    -   command: touch one\n        timeout: 9\n',
  ],
  ['the order of keys', 'hooks: { Stop: [ { timeout: 9, command: touch one } ] }\nversion: 1\n'],
  ['the id', 'version: 1\nhooks:\n  Stop:\n    - { id: named, command: touch one, timeout: 9 }\n'],
  [
    'the status message',
    'version: 1\nhooks:\n  Stop:\n    - { command: touch one, timeout: 9, statusMessage: hm }\n',
  ],
] as const)('S03 a change of %s alone does not ask again', async ([, text]) => {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, 'version: 1\nhooks:\n  Stop:\n    - { command: touch one, timeout: 9 }\n')
  await sandbox.cli(['trust', 'add', '--yes'])
  sandbox.write(PROJECT_FILE, text)
  expect(await statuses(sandbox)).toEqual(['approved'])
})

test.for([
  ['./guard.sh', 'argv'],
  ['sh ./guard.sh', 'an argument'],
  ['node --import=./guard.sh', 'the value of an option'],
])('S04 new bytes in a script named by %s (%s) are a change', async ([command]) => {
  const sandbox = createSandbox()
  sandbox.write('guard.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('PreToolUse', { command }))
  await sandbox.cli(['trust', 'add', '--yes'])
  sandbox.write('guard.sh', '#!/bin/sh\n# other\n')
  expect(await statuses(sandbox)).toEqual(['changed'])
})

test('S04 a file named by a variable of the hook is covered too', async () => {
  const sandbox = createSandbox()
  sandbox.write('env.sh', 'A=1\n')
  sandbox.write(
    PROJECT_FILE,
    config('Stop', { command: 'true', shell: 'bash', env: { BASH_ENV: './env.sh' } }),
  )
  await sandbox.cli(['trust', 'add', '--yes'])
  sandbox.write('env.sh', 'A=2\n')
  expect(await statuses(sandbox)).toEqual(['changed'])
})

test('S04 a project reached through a link covers the same scripts', async () => {
  const sandbox = createSandbox()
  const link = join(sandbox.root, 'link')
  symlinkSync(sandbox.project, link)
  sandbox.write('guard.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('Stop', { command: `${link}/guard.sh` }))
  await sandbox.cli(['trust', 'add', '--cwd', link, '--yes'])
  sandbox.write('guard.sh', '#!/bin/sh\n# other\n')
  expect(await statuses(sandbox, ['--cwd', link])).toEqual(['changed'])
})

test.for([
  ['ignore', 'ask'],
  ['ask', 'ask'],
  ['deny', 'deny'],
] as const)(
  'S04 a changed guard with onFailure %s does not run and decides %s',
  async ([onFailure, decision]) => {
    const sandbox = createSandbox()
    const mark = marks(sandbox)
    sandbox.write('guard.sh', '#!/bin/sh\n')
    sandbox.write(PROJECT_FILE, config('PreToolUse', { command: './guard.sh', onFailure }))
    await sandbox.cli(['trust', 'add', '--yes'])
    sandbox.write('guard.sh', `#!/bin/sh\n${mark.command}\n`)
    const { stdout, stderr } = await sandbox.event(payload('PreToolUse'))
    expect(mark.ran()).toBe(false)
    expect(decisionOf(stdout)).toBe(decision)
    expect(stderr).toContain('skipped 1 project hook')
  },
)

test('S04 trust show gives the old and the new hash of what changed', async () => {
  const sandbox = createSandbox()
  sandbox.write('guard.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('Stop', { command: './guard.sh' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  sandbox.write('guard.sh', '#!/bin/sh\n# other\n')
  const { stdout } = await sandbox.cli(['trust', 'show'])
  expect(stdout).toMatch(/changed since it was approved: guard\.sh \(was [0-9a-f]{16}, is [0-9a-f]{16}\)/)
})

test('S11 a digest is the same in two checkouts of one repository', async () => {
  const [one, two] = [createSandbox(), createSandbox()]
  for (const sandbox of [one, two]) {
    sandbox.write('guard.sh', '#!/bin/sh\n')
    const group = {
      hooks: [
        { type: 'command', command: '${CLAUDE_PROJECT_DIR}/guard.sh', args: ['${CLAUDE_PROJECT_DIR}/x'] },
      ],
    }
    sandbox.write(PROJECT_FILE, config('Stop', { command: './guard.sh' }, group))
  }
  expect((await shown(one)).digest).toBe((await shown(two)).digest)
})
