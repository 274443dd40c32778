import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isIssue } from '../../src/core/issue.ts'
import { openConfigFile, writeInstalled, writeUninstalled } from '../../src/install/edit/config-file.ts'
import { withEdits } from '../../src/install/edit/install-config.ts'
import { readLists } from '../../src/install/edit/read-lists.ts'
import { withoutOurs } from '../../src/install/edit/uninstall-config.ts'
import { openState } from '../../src/ports/state.ts'

/** Installs into or uninstalls from a file, and kills itself at its Nth effect on the disk. Prints the number of effects. */
const [act = '', path = '', stateDir = '', killAt = '0'] = process.argv.slice(2)

const EFFECTS = [
  'openSync',
  'fsyncSync',
  'fchmodSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'closeSync',
] as const
let count = 0

function step(before = (): void => undefined): void {
  count += 1
  if (count !== Number(killAt)) return
  before()
  process.kill(process.pid, 'SIGKILL')
}

for (const name of EFFECTS) {
  const real = fs[name] as (...args: readonly unknown[]) => unknown
  Object.assign(fs, { [name]: (...args: readonly unknown[]) => (step(), real(...args)) })
}
const write = fs.writeFileSync
Object.assign(fs, {
  // Killed in the middle of a write, half of the bytes are there.
  writeFileSync: (file: number, bytes: string | Uint8Array, options?: object) => {
    step(() => write(file, bytes.slice(0, bytes.length / 2), options))
    write(file, bytes, options)
  },
})
syncBuiltinESMExports()

const state = openState(stateDir)
const file = openConfigFile(path, state)
if (isIssue(file)) throw new Error(file.message)
const VALUE = { command: 'hookwright run' }
const own = {
  format: 'json',
  isOurs: ({ value }: { value: unknown }) => JSON.stringify(value) === JSON.stringify(VALUE),
} as const
const found = readLists(file.text ?? '', { file: path, format: 'json' })
if (isIssue(found)) throw new Error(found.message)
const next =
  act === 'install'
    ? withEdits(
        file,
        'json',
        found.some(own.isOurs) ? [] : [{ kind: 'append', list: ['hooks', 'Stop'], value: VALUE }],
      )
    : withoutOurs(file, own)
if (isIssue(next)) throw new Error(next.message)
const problem =
  'traces' in next && act === 'install'
    ? writeInstalled(file, next as never, { state, now: 1 })
    : writeUninstalled(file, next.text, { state, now: 2 })
if (problem !== undefined) throw new Error(problem.message)
process.stdout.write(String(count))
