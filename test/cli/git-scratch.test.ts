import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

/** Four hooks, so that the work tree is listened to; the third kills its runner in the middle of a script. */
const CONFIG = `repos:
- repo: local
  hooks:
${['one', 'two', 'kills', 'four']
  .map((id) => {
    const entry = id === 'kills' ? '[ -e "$HOME/calm" ] || kill -9 $PPID' : 'true'
    return `  - {id: ${id}, name: ${id}, language: system, shell: sh, entry: '${entry}'}\n`
  })
  .join('')}`

function scratch({ home }: GitSandbox): readonly string[] {
  const folder = join(home, '.cache/hookwright/git/scratch')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('what a killed run left in the scratch folder is removed by the next run', async () => {
  const sandbox = await createGitSandbox({ config: CONFIG })
  expect(await sandbox.hookwright(['run', '--all-files'])).toMatchObject({ signal: 'SIGKILL' })
  expect(scratch(sandbox).filter((name) => name.endsWith('-entry.sh'))).toHaveLength(1)
  expect(scratch(sandbox).length).toBeGreaterThan(1)
  sandbox.write('~/calm', '')
  expect(await sandbox.hookwright(['run', '--all-files'])).toMatchObject({ code: 0 })
  expect(scratch(sandbox)).toEqual([])
})

test('a run leaves the scratch files of another run that is still going on', async () => {
  const config = `repos:
- repo: local
  hooks:
  - {id: slow, name: slow, language: system, shell: sh, entry: 'echo up > "$HOME/up"; while [ ! -e "$HOME/calm" ]; do sleep 0.05; done'}
  - {id: quick, name: quick, language: system, entry: 'true'}
`
  const sandbox = await createGitSandbox({ config })
  const { child, done } = sandbox.start(['git', 'run', '--all-files', 'slow'])
  while (!sandbox.exists('~/up') && child.exitCode === null) await new Promise((wake) => setTimeout(wake, 20))
  const during = scratch(sandbox)
  expect(during.length).toBeGreaterThan(0)
  expect(await sandbox.hookwright(['run', '--all-files', 'quick'])).toMatchObject({ code: 0 })
  expect(scratch(sandbox)).toEqual(during)
  sandbox.write('~/calm', '')
  expect(await done).toMatchObject({ code: 0 })
})

/** As in a container that shares the cache folder: the ids of its processes are not ours. */
const APART = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc'] as const
const canUnshare = spawnSync('unshare', [...APART, 'true']).status === 0
if (!canUnshare) console.log('git-scratch: no PID namespaces here (unshare failed), so one test is skipped')

test.skipIf(!canUnshare)('a run in another PID namespace leaves our scratch files alone', async () => {
  const config = `repos:
- repo: local
  hooks:
  - {id: slow, name: slow, language: system, shell: sh, entry: 'echo up > "$HOME/up"; while [ ! -e "$HOME/calm" ]; do sleep 0.05; done'}
  - {id: quick, name: quick, language: system, entry: 'true'}
`
  const sandbox = await createGitSandbox({ config })
  const { child, done } = sandbox.start(['git', 'run', '--all-files', 'slow'])
  while (!sandbox.exists('~/up') && child.exitCode === null) await new Promise((wake) => setTimeout(wake, 20))
  const during = scratch(sandbox)
  expect(during.length).toBeGreaterThan(0)
  const apart = await sandbox.shell(`unshare ${APART.join(' ')} hookwright git run --all-files quick`)
  expect(apart).toMatchObject({ code: 0 })
  expect(scratch(sandbox)).toEqual(during)
  sandbox.write('~/calm', '')
  expect(await done).toMatchObject({ code: 0 })
})
