import * as fs from 'node:fs'
import { join } from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'

/** Folder of the daemon in the state folder. */
export const FOLDER = 'daemon'
/** Standard output and errors of the daemon. */
export const LOG = `${FOLDER}/log`
/** There while a daemon starts. */
const STARTING = `${FOLDER}/starting`

const MOST_LOG = 1_048_576
/** One that takes longer to start does not start. */
const STARTING_MS = 10_000

/** Returns why the folder, or the state folder, must not be used (fault S41). A folder that does not exist yet is fine. */
export function folderProblem(state: State): Issue | undefined {
  if (state.problem) return state.problem
  const folder = join(state.dir, FOLDER)
  const stats = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isDirectory()) return refused(folder, 'it is not a directory')
  if (stats.uid !== process.getuid?.()) return refused(folder, `it belongs to user ${stats.uid}`)
  return (stats.mode & 0o022) === 0 ? undefined : refused(folder, 'other users can write to it')
}

/** Makes the folder, and returns whether it may be used. */
function makeFolder(state: State): boolean {
  if (folderProblem(state)) return false
  fs.mkdirSync(join(state.dir, FOLDER), { recursive: true, mode: 0o700 })
  return folderProblem(state) === undefined
}

function refused(folder: string, why: string): Issue {
  return issue(
    'daemon.refused',
    { file: folder },
    `The folder of the daemon, "${folder}", is not used because ${why}.`,
    'Remove it, and it is made anew.',
  )
}

/** Opens the log, which begins anew when it has become long. Never follows a link (fault S42). */
export function openLog(state: State): number | undefined {
  if (!makeFolder(state)) return undefined
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants
  let log: number | undefined
  try {
    log = fs.openSync(join(state.dir, LOG), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    const stats = fs.fstatSync(log)
    if (!stats.isFile()) throw new Error('not a file')
    if (stats.size > MOST_LOG) fs.ftruncateSync(log)
    return log
  } catch {
    if (log !== undefined) fs.closeSync(log)
    return undefined
  }
}

/** True for one of many calls that find no daemon at once, so that they do not all start one. */
export function claimStart(state: State): boolean {
  if (!makeFolder(state)) return false
  const file = join(state.dir, STARTING)
  const since = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (since !== undefined && Math.abs(Date.now() - since) > STARTING_MS) fs.rmSync(file, { force: true })
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
    return true
  } catch {
    return false
  }
}

/** The daemon has started, and the next that is wanted may start at once. */
export function endStart(state: State): void {
  state.remove(STARTING)
}
