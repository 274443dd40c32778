import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLI, createSandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'
import { decisionOf, marks, PROJECT_FILE, shown, statuses, USER_FILE } from '../helpers/trust.ts'

const USER_DENY = config('PreToolUse', { id: 'never', deny: 'never' })
const CLAUDE = ['--source', 'claude-code']

test('S16 a stranger’s regular expression cannot hold up the user’s deny', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, USER_DENY)
  sandbox.write(PROJECT_FILE, config('PreToolUse', { id: 'slow', matcher: '^(\\w+)+!$', deny: 'x' }))
  const call = { tool_name: 'mcp__github__create_pull_request_review_comment', tool_input: {} }
  const { stdout, stderr } = await sandbox.event(payload('PreToolUse', call))
  expect(decisionOf(stdout)).toBe('deny')
  expect(stderr).toContain('slow')
})

test('S01 files that an unknown project names are not read', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, USER_DENY)
  sandbox.write('big.sh', new Uint8Array(15_000_000))
  const hooks = Array.from({ length: 1_000 }, (_, number) => ({ command: `./big.sh ${number}` }))
  sandbox.write(PROJECT_FILE, config('PreToolUse', ...hooks))
  const started = performance.now()
  const { stdout } = await sandbox.event(payload('PreToolUse'))
  expect(decisionOf(stdout)).toBe('deny')
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('an approved guard that names its shell by path guards in every folder', async () => {
  const sandbox = createSandbox()
  sandbox.write('guard.sh', 'exit 2\n')
  sandbox.write(
    '.claude/settings.json',
    claudeSettings('PreToolUse', '/bin/sh "$CLAUDE_PROJECT_DIR/guard.sh"'),
  )
  await sandbox.cli(['trust', 'add', ...CLAUDE, '--yes'])
  mkdirSync(sandbox.path('sub'))
  const there = payload('PreToolUse', { cwd: sandbox.path('sub') })
  expect(decisionOf((await sandbox.event(there, CLAUDE)).stdout)).toBe('deny')
})

test('another file of an approved name in the session’s folder is not run', async () => {
  const sandbox = createSandbox()
  const other = marks(sandbox, 'other')
  sandbox.write('guard.sh', '#!/bin/sh\nexit 2\n')
  sandbox.write('sub/guard.sh', `#!/bin/sh\n${other.command}\n`)
  sandbox.write('.claude/settings.json', claudeSettings('PreToolUse', './guard.sh'))
  await sandbox.cli(['trust', 'add', ...CLAUDE, '--yes'])
  const { stderr } = await sandbox.event(payload('PreToolUse', { cwd: sandbox.path('sub') }), CLAUDE)
  expect(other.ran()).toBe(false)
  expect(stderr).toContain('skipped 1 project hook')
})

test('going back to a script that was replaced asks again', async () => {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, config('Stop', { command: './a.sh' }))
  for (const version of ['one', 'two']) {
    sandbox.write('a.sh', `#!/bin/sh\n# ${version}\n`)
    await sandbox.cli(['trust', 'add', '--yes'])
  }
  sandbox.write('a.sh', '#!/bin/sh\n# one\n')
  expect(await statuses(sandbox)).toEqual(['changed'])
})

test.for([
  '"$(git rev-parse --show-toplevel)/scripts/a.sh"',
  '$PWD/scripts/a.sh',
  '${PWD}/scripts/a.sh',
  'cd scripts && ./a.sh',
  'sh ./scripts/a',
])('S04 a script spelled %s is covered', async (command) => {
  const sandbox = createSandbox()
  sandbox.write('scripts/a.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('Stop', { command, shell: 'sh' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  sandbox.write('scripts/a.sh', '#!/bin/sh\n# other\n')
  expect(await statuses(sandbox)).toEqual(['changed'])
})

test('trust add --digest approves only what was shown', async () => {
  const sandbox = createSandbox()
  sandbox.write('a.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('Stop', { command: './a.sh' }))
  const { digest } = await shown(sandbox)
  sandbox.write('a.sh', '#!/bin/sh\n# other\n')
  const refused = await sandbox.cli(['trust', 'add', '--digest', digest])
  expect([refused.code, await statuses(sandbox)]).toEqual([1, ['new']])
  sandbox.write('a.sh', '#!/bin/sh\n')
  await sandbox.cli(['trust', 'add', '--digest', digest.slice(0, 16)])
  expect(await statuses(sandbox)).toEqual(['approved'])
})

test('trust show cannot be made to show a line of its own', async () => {
  const sandbox = createSandbox()
  sandbox.write(
    PROJECT_FILE,
    config('PreToolUse', { id: 'a', command: 'true', matcher: '^x\napproved  other$' }),
  )
  const { stdout } = await sandbox.cli(['trust', 'show'])
  expect(stdout.split('\n').filter((line) => line.startsWith('approved'))).toEqual([])
})

test('a working directory that is gone does not switch the guards off', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, USER_DENY)
  const call = JSON.stringify(payload('PreToolUse'))
  const { stdout, code } = await sandbox.shell(
    `mkdir gone && cd gone && export PWD && rmdir ../gone && printf '%s' '${call}' | "${process.execPath}" "${CLI}" run --host claude-code`,
  )
  expect([decisionOf(stdout), code]).toEqual(['deny', 0])
})
