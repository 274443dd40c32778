import { lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import { isStillRunning } from './identity.ts'
import {
  parseMarkedName,
  parseRunName,
  runName,
  uptimeIn,
  type MarkedName,
  type RunName,
} from './run-folder.ts'
import { findMarked } from './run-mark.ts'
import { startWatchdog } from './watchdog.ts'

/** In hundredths of a second: a watchdog needs a second and a bit after the deadline. */
const LATE = 1_000
/** Records of state folders that are no longer used. */
const ANCIENT = 24 * 60 * 60 * 100

/**
 * Looks for hooks whose owner was killed, and sees to it that they end at their deadlines. Returns what the user should
 * know of them, each once, whoever looks at the same time.
 */
export function findStaleRuns(folder: string, tag: string): readonly Issue[] {
  const now = uptimeIn(0)
  return listed(folder).flatMap((name) => {
    const run = parseRunName(name)
    if (run === undefined) return lookAtMark(parseMarkedName(name), { folder, name, now, tag })
    if (run.tag === tag) return lookAt(run, { folder, name, now })
    if (now - run.deadline > ANCIENT && !isOwned(run)) claim(() => unlinkSync(join(folder, name)))
    return []
  })
}

type Place = { readonly folder: string; readonly name: string; readonly now: number }

/** A hook had started, or was about to, when its owner was killed. When none is found, nothing has to be ended. */
function lookAtMark(
  mark: MarkedName | undefined,
  { folder, name, now, tag }: Place & { readonly tag: string },
): readonly Issue[] {
  if (mark === undefined || isOwned(mark)) return []
  const path = join(folder, name)
  const hook = mark.tag === tag ? findMarked(mark) : undefined
  if (hook) return endLater({ ...mark, ...hook }, { folder, name, now })
  if (mark.tag === tag || isAncient(path)) claim(() => unlinkSync(path))
  return []
}

function isAncient(path: string): boolean {
  const { mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
  return (Date.now() - mtimeMs) / 10 > ANCIENT
}

function lookAt(run: RunName, { folder, name, now }: Place): readonly Issue[] {
  const path = join(folder, name)
  const remove = (): boolean => claim(() => unlinkSync(path))
  switch (run.fate) {
    case 'ended':
      return remove() ? [killed(run, 'was stopped at its deadline')] : []
    case 'gone':
      return remove() ? [killed(run, 'has ended by itself')] : []
    case 'told':
      if (now - run.deadline > LATE) startWatchdog(folder, name, 'sweep')
      return []
    case undefined:
  }
  if (isOwned(run)) return []
  if (!isStillRunning(run.pid, run.start)) return remove() ? [killed(run, 'has ended by itself')] : []
  return endLater(run, { folder, name, now })
}

function endLater(run: RunName, { folder, name, now }: Place): readonly Issue[] {
  const told = `told-${runName(run)}`
  if (!claim(() => renameSync(join(folder, name), join(folder, told)))) return []
  startWatchdog(folder, told, 'sweep')
  const seconds = Math.ceil((run.deadline - now) / 100)
  return [killed(run, seconds > 0 ? `will be stopped at its deadline in ${seconds} s` : 'is being stopped')]
}

function isOwned({ owner, ownerStart }: Pick<RunName, 'owner' | 'ownerStart'>): boolean {
  return isStillRunning(owner, ownerStart)
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Of several processes that find the same record one succeeds. */
function claim(take: () => void): boolean {
  try {
    take()
    return true
  } catch {
    return false
  }
}

function killed({ owner, pid }: RunName, what: string): Issue {
  return warning(
    'run.killed',
    {},
    `A hook (process ${pid}) ${what}: the hookwright that had started it (process ${owner}) was killed.`,
    'If the host did that, give it a longer timeout than its hooks have.',
  )
}
