import { mkdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { approve, bashEvent, CLAUDE, createInstalled, type InstalledBox } from '../helpers/daemon.ts'

const LONG = { timeout: 60_000 }
const INPUT = bashEvent('ls')
const DENY = (reason: string): string =>
  `version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: ${reason} }\n`

/** In place, with the same size and the same times, as somebody who wants it to go unnoticed does it. */
function swap({ box }: InstalledBox, path: string, text: string): void {
  const { atime, mtime } = statSync(box.path(path))
  box.write(path, text)
  utimesSync(box.path(path), atime, mtime)
}

/** A daemon answers, and as a process of its own does. */
async function expectSame(installed: InstalledBox, what: string): Promise<string> {
  const before = installed.evaluated()
  const one = await installed.call(CLAUDE, { input: INPUT })
  expect({ what, evaluated: installed.evaluated() }).toEqual({ what, evaluated: before })
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  // Some notes are told once for each session.
  const heard = ({ code, stdout }: typeof alone): object => ({
    what,
    code,
    deny: stdout.includes('"deny"') ? stdout : '',
  })
  expect(heard(one)).toEqual(heard(alone))
  return one.stdout
}

test('a project config that changes is no longer approved', LONG, async () => {
  const installed = createInstalled()
  installed.box.write('hookwright.yaml', DENY('one'))
  await approve(installed.box)
  await installed.startDaemon()
  expect(await expectSame(installed, 'approved')).toContain('one')
  swap(installed, 'hookwright.yaml', DENY('two'))
  expect(await expectSame(installed, 'changed')).not.toMatch(/"permissionDecision":"deny"/)
  await approve(installed.box)
  expect(await expectSame(installed, 'approved again')).toContain('two')
  swap(installed, 'hookwright.yaml', DENY('one'))
  expect(await expectSame(installed, 'changed back')).toContain('one')
})

test('an approved script that changes does not run', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('guard.sh', '#!/bin/sh\necho one >&2\nexit 2\n')
  box.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, command: ./guard.sh }\n',
  )
  await approve(box)
  await installed.startDaemon()
  expect(await expectSame(installed, 'approved')).toContain('one')
  swap(installed, 'guard.sh', '#!/bin/sh\ntouch ran\nexit 0   \n')
  await expectSame(installed, 'changed')
  expect(box.exists('ran')).toBe(false)
  // The same by a rename.
  box.write('other.sh', '#!/bin/sh\ntouch run\nexit 0   \n')
  renameSync(box.path('other.sh'), box.path('guard.sh'))
  await expectSame(installed, 'replaced')
  expect(box.exists('run')).toBe(false)
})

test('an approval that is taken back counts from the next call', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('hookwright.yaml', DENY('one'))
  await approve(box)
  await installed.startDaemon()
  expect(await expectSame(installed, 'approved')).toContain('one')
  const revoked = await box.cli(['trust', 'revoke', '--yes'])
  expect(revoked.code).toBe(0)
  expect(await expectSame(installed, 'revoked')).not.toContain('"deny"')
  await approve(box)
  expect(await expectSame(installed, 'approved again')).toContain('one')
  const disabled = await box.cli(['disable', 'g', '--yes'])
  expect(disabled.code).toBe(0)
  expect(await expectSame(installed, 'disabled')).not.toContain('"deny"')
})

test('the configs of the user and of the host count as they are', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  mkdirSync(box.config, { recursive: true })
  const user = join(box.config, 'hookwright.yaml')
  box.write(user, DENY('one'))
  await installed.startDaemon()
  expect(await expectSame(installed, 'user')).toContain('one')
  swap(installed, user, DENY('two'))
  expect(await expectSame(installed, 'user changed')).toContain('two')
  swap(installed, user, 'version: 1\n')
  expect(await expectSame(installed, 'user empty')).not.toContain('deny')
  const copilot = (reason: string): string =>
    JSON.stringify({
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: `echo ${reason} >&2; exit 2`, timeoutSec: 5 }] },
    })
  box.write('.github/hooks/guard.json', copilot('one'))
  await expectSame(installed, 'unapproved hooks of a host')
  await approve(box)
  await expectSame(installed, 'approved hooks of a host')
  swap(installed, '.github/hooks/guard.json', copilot('two'))
  await expectSame(installed, 'changed hooks of a host')
})

test('another project is another one', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('hookwright.yaml', DENY('one'))
  await approve(box)
  await installed.startDaemon()
  const other = join(box.root, 'other')
  mkdirSync(join(other, '.git'), { recursive: true })
  expect(await expectSame(installed, 'here')).toContain('one')
  const there = await installed.call(CLAUDE, { input: INPUT, cwd: other })
  expect(there).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
  box.write(join(other, 'hookwright.yaml'), DENY('one'))
  expect((await installed.call(CLAUDE, { input: INPUT, cwd: other })).stdout).not.toContain('"deny"')
})
