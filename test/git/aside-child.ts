import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { isIssue } from '../../src/core/issue.ts'
import { openGit } from '../../src/git/repository/open.ts'
import { recover } from '../../src/git/worktree/recover.ts'
import { setAsideUnstaged } from '../../src/git/worktree/stash.ts'
import { systemClock } from '../../src/ports/clock.ts'

/** What a run does to the work tree: recover, set aside, let a hook write, restore. Dies before its `dieAt`th change of the disk. */
type Order = {
  root: string
  store: string
  dieAt: number
  hook: Record<string, string>
  hookMs: number
  onlyRecover: boolean
  /** Count from the hook on. */
  fromHook: boolean
}

const WRITES = [
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'writeFileSync',
  'copyFileSync',
  'symlinkSync',
  'utimesSync',
] as const

const order = JSON.parse(process.argv[2] as string) as Order
let count = order.fromHook ? -Infinity : 0

for (const name of WRITES) {
  const real = fs[name] as (...args: unknown[]) => unknown
  const counted = (...args: unknown[]): unknown => {
    count += 1
    if (count === order.dieAt) process.kill(process.pid, 'SIGKILL')
    return real(...args)
  }
  Object.assign(fs, { [name]: counted })
}
syncBuiltinESMExports()

const git = await openGit({ cwd: order.root, env: process.env as Record<string, string> })
if (isIssue(git)) throw new Error(git.message)
const found = await recover(git, { clock: systemClock })
if (found.some((each) => each.severity === 'error')) throw new Error(JSON.stringify(found))
if (!order.onlyRecover) {
  const set = await setAsideUnstaged(git, { storeDir: order.store, configFiles: [], clock: systemClock })
  if (set === undefined || isIssue(set)) throw new Error(JSON.stringify(set))
  await setTimeout(order.hookMs / 2)
  for (const [name, text] of Object.entries(order.hook)) fs.writeFileSync(`${order.root}/${name}`, text)
  if (order.fromHook) count = 0
  await setTimeout(order.hookMs / 2)
  const told = await set.restore()
  if (told.some((each) => each.severity === 'error')) throw new Error(JSON.stringify(told))
}
