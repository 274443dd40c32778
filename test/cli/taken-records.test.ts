import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'
const MOUNT = 'mount -t tmpfs none /dev/shm'
const RUNS = `hookwright-runs-${process.geteuid?.()}`

/** The folder of all processes of this user must not be touched, so each call gets a /dev/shm of its own. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['-m', 'sh', '-c', MOUNT]).status === 0
if (!canMount) console.warn('skipped: a /dev/shm of its own needs Linux, root and unshare')

async function runWith(before: string) {
  const sandbox = createSandbox()
  // The record names the process after 20 ms.
  const command = 'sleep 0.3; ls /dev/shm/hookwright-runs-* "$TMPDIR" "$TMPDIR"/hookwright-runs-* > seen'
  sandbox.write(USER_FILE, config('PreToolUse', { command: `{ ${command}; } 2>&1 || true`, shell: 'sh' }))
  const call = `${MOUNT} && cd /dev/shm && ${before} && cd "$OLDPWD" && exec hookwright run --host claude-code`
  const input = JSON.stringify(payload('PreToolUse'))
  const { code, stderr } = await sandbox.shell(`exec unshare -m sh -c '${call}'`, { input })
  const spare = join(sandbox.root, 'tmp', RUNS)
  return { code, stderr, seen: sandbox.read('seen'), left: existsSync(spare) ? readdirSync(spare) : [] }
}

describe.skipIf(!canMount)('when the folder for records of running hooks is not ours alone', () => {
  test.for([
    ['another user made it', `mkdir -m 700 ${RUNS} && chown 65534 ${RUNS}`],
    ['others may write to it', `mkdir ${RUNS} && chmod 777 ${RUNS}`],
    ['it is a link', `mkdir -m 700 mine && ln -s mine ${RUNS}`],
    ['it is a file', `: > ${RUNS}`],
  ] as const)('%s: a second one is used, and that is told once', async ([, before]) => {
    const { code, stderr, seen, left } = await runWith(before)
    expect([code, left]).toEqual([0, []])
    expect(seen).toMatch(/\/tmp\/hookwright-runs-\d+:\n\d+\.\d+-[0-9a-f]{8}-\d+\.\d+-\d+\n/)
    expect(stderr.split(`"/dev/shm/${RUNS}"`)).toHaveLength(2)
  })

  test('neither can be used: hooks run, and it is told that nobody watches them', async () => {
    const { code, stderr } = await runWith(
      `: > ${RUNS} && mkdir "$TMPDIR/${RUNS}" && chmod 777 "$TMPDIR/${RUNS}"`,
    )
    expect(code).toBe(0)
    expect(stderr).toContain('is killed, nobody ends its hooks')
  })

  test('an ordinary folder is used without a word', async () => {
    const { stderr, seen } = await runWith('true')
    expect([stderr, seen]).toEqual(['', expect.stringMatching(/^\d+\.\d+-[0-9a-f]{8}-\d+\.\d+-\d+$/m)])
  })
})
