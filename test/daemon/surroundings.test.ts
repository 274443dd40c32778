import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  approve,
  bashEvent,
  CLAUDE,
  createInstalled,
  type HostCall,
  type InstalledBox,
} from '../helpers/daemon.ts'

const LONG = { timeout: 60_000 }

/** A program that no shell on the way could change variables for. */
const VARIABLES = 'dd if=/proc/self/environ status=none'

/** A hook that writes what `command` prints to a file, which is returned after a call. */
async function seen(command: string): Promise<{
  readonly installed: InstalledBox
  readonly see: (way: 'call' | 'alone', call?: HostCall) => Promise<{ text: string; isLeft: boolean }>
}> {
  const installed = createInstalled()
  const { box } = installed
  const file = join(box.root, 'seen')
  box.write('look.sh', `#!/bin/sh\n{ ${command}; } >'${file}' 2>&1\n`)
  const entry = command === VARIABLES ? `${VARIABLES} of=${file}` : box.path('look.sh')
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: look, matcher: Bash, command: '${entry}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  return {
    installed,
    async see(way, call = {}) {
      const before = installed.evaluated()
      const { code, stderr } = await installed[way](CLAUDE, { input: bashEvent('ls'), ...call })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return { text: readFileSync(file, 'latin1'), isLeft: installed.evaluated() > before }
    },
  }
}

/** What every bash on the way sets, and what names the run. */
const OWN = /^(?:_|SHLVL|PWD|OLDPWD|HOOKWRIGHT_RUN|HOOKWRIGHT_DAEMON)=/

function variablesIn(text: string): readonly string[] {
  return text
    .split('\0')
    .filter((each) => !OWN.test(each))
    .toSorted()
}

test('hooks get the variables of the caller, whatever their names and bytes are', LONG, async () => {
  const { see } = await seen(VARIABLES)
  const through = [
    'env',
    'not-an-identifier=1',
    'BASH_FUNC_git%%=() { echo stolen; }',
    'content=mine',
    'head=mine',
    'more=mine',
    'TMOUT=1',
    'FUNCNEST=1',
    'POSIXLY_CORRECT=1',
    'EMPTY=',
    'LINES=a\nb',
    'TEXT=é',
    'CDPATH=/',
  ]
  const call = { through, env: { ONLY_HERE: 'yes' } }
  const alone = await see('alone', call)
  const { text, isLeft } = await see('call', call)
  expect(isLeft).toBe(false)
  expect(variablesIn(text)).toEqual(variablesIn(alone.text))
  expect(variablesIn(text)).toEqual(
    expect.arrayContaining(['not-an-identifier=1', 'ONLY_HERE=yes', 'content=mine', 'TMOUT=1']),
  )
  // The next caller has none of them.
  expect((await see('call')).text).not.toContain('ONLY_HERE')
})

test('a call that is left to Node gives hooks the same variables', LONG, async () => {
  const { installed, see } = await seen(VARIABLES)
  const through = [
    'env',
    'content=mine',
    'head=mine',
    'TMOUT=1',
    'FUNCNEST=1',
    'POSIXLY_CORRECT=1',
    'posix=mine',
  ]
  const alone = await see('alone', { through })
  await installed.daemon('stop')
  const { text } = await see('call', { through, env: { CI: '1' } })
  expect(variablesIn(text)).toEqual(variablesIn(alone.text).concat('CI=1').toSorted())
})

test('hooks get the directory, the umask and the limits of the caller', LONG, async () => {
  const { installed, see } = await seen('pwd; umask; grep -v "open files" /proc/self/limits; ulimit -n')
  const sub = join(installed.box.project, '.git')
  const call: HostCall = { cwd: sub, through: ['sh', '-c', 'umask 027; exec "$0" "$@"'] }
  const alone = await see('alone', call)
  const { text, isLeft } = await see('call', call)
  expect({ text, isLeft }).toEqual({ text: alone.text, isLeft: false })
  expect(text).toContain('0027')
})

test('hooks get no descriptor but their own three', LONG, async () => {
  const { see } = await seen('ls /proc/$$/fd')
  const { text, isLeft } = await see('call')
  expect({ text, isLeft }).toEqual({ text: (await see('alone')).text, isLeft: false })
})

test.for([
  ['other limits', ['sh', '-c', 'ulimit -t 500; exec "$0" "$@"']],
  ['a lower limit of open files', ['sh', '-c', 'ulimit -n 256; exec "$0" "$@"']],
  ['no new privileges', ['setpriv', '--no-new-privs']],
  ['a process namespace of its own', ['unshare', '--pid', '--fork', '--mount-proc']],
  ['a mount namespace of its own', ['unshare', '--mount']],
  ['a user namespace of its own', ['unshare', '--user', '--map-root-user']],
  ['a network namespace of its own', ['unshare', '--net']],
  ['another priority', ['nice', '-n', '5']],
  ['other processors', ['taskset', '1']],
  ['options of Node', ['env', 'NODE_OPTIONS=--require=/dev/null']],
  ['other certificates', ['env', 'NODE_EXTRA_CA_CERTS=/dev/null']],
] as const)('a caller with %s is left to its own Node', LONG, async ([what, through], { skip }) => {
  const { installed, see } = await seen('grep -v "open files" /proc/self/limits; nice')
  const tried = await installed.box.shell(`${through.slice(0, -1).join(' ')} true`)
  if (through[0] === 'unshare' && tried.code !== 0) return skip(`No ${what} here`)
  const alone = await see('alone', { through })
  expect(await see('call', { through })).toEqual({ text: alone.text, isLeft: true })
  expect((await see('call')).isLeft).toBe(false)
})
