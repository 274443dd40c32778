import * as fs from 'node:fs'
import * as path from 'node:path'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import { isFileProblem, systemFiles } from './files.ts'
import { renameOver, updateFile } from './update-file.ts'

/** Tells a file from its earlier self for the price of one system call. */
export type Stamp = {
  readonly mark: string
  /** False when the file changed so recently that one more change may leave the same mark. */
  readonly isSettled: boolean
}

/** hookwright's own private folder: trust, switches, log, snapshots, scratch. Writes never throw. */
export type State = {
  readonly dir: string
  /** Why the folder cannot be used now; reads then find nothing and writes do nothing. Each look asks the disk. */
  readonly problem: Issue | undefined
  /** Undefined when there is no such file, and empty when there is something else in its place. Waits for nobody. */
  read(name: string): string | undefined
  /** Undefined when there is no such file, or one that is larger. */
  readBytes(name: string, maxBytes: number): Uint8Array | undefined
  /** Replaces the whole file in one step: a reader sees the old text or the new, never a mixture. */
  write(name: string, content: string | Uint8Array): Issue | undefined
  /**
   * The same, by what the file holds now; no other process can change it in between, and it is on the disk when this
   * returns. An issue leaves it as it is. `waitMs`: how long one that holds the file is waited for. Default: 10,000.
   */
  update(
    name: string,
    change: (text: string | undefined) => string | Issue,
    waitMs?: number,
  ): Issue | undefined
  /** When the file was last written, in milliseconds since 1970. Undefined when there is no such file. */
  changedAt(name: string): number | undefined
  /** Undefined when there is no such file. */
  stamp(name: string): Stamp | undefined
  /** Past `rotateBytes` the file is set aside under a name of its own and a new one begun. */
  append(name: string, line: string, rotateBytes: number): Issue | undefined
  list(folder: string): readonly string[]
  /**
   * Also where the state folder is refused: for what can only make a caller more careful. Undefined: what is there cannot
   * be read. Empty where there is nothing.
   */
  listAnyway(folder: string): readonly string[] | undefined
  remove(name: string): void
  /** What was found in place of files that were read: pipes, devices, folders. */
  readonly misplaced: readonly Issue[]
}

/**
 * The folder is made when something is first written. One that others can write to is refused, since trust lives there;
 * a program may live long, so each use looks at the folder again, which is one system call.
 */
export function openState(dir: string, refusal?: Issue): State {
  let last: Issue | undefined
  /** The same issue as long as the problem is the same, so that who hears of it twice tells it once. */
  const problemNow = (): Issue | undefined => {
    const found = refusal ?? inspect(dir)
    if (found?.message !== last?.message) last = found
    return last
  }
  const at = (name: string): string => path.join(dir, name)
  const misplaced = new Map<string, Issue>()
  const textOf = (file: string): string | undefined => {
    const text = readState(file)
    if (!isIssue(text)) return text
    misplaced.set(file, text)
    return ''
  }

  function attempt(name: string, effect: (file: string) => Issue | void): Issue | undefined {
    const problem = problemNow()
    if (problem) return problem
    try {
      fs.mkdirSync(path.dirname(at(name)), { recursive: true, mode: 0o700 })
      return effect(at(name)) ?? undefined
    } catch (error) {
      return unwritable(at(name), error)
    }
  }

  return {
    dir,
    get problem() {
      return problemNow()
    },
    read: (name) => (problemNow() ? undefined : textOf(at(name))),
    readBytes(name, maxBytes) {
      const bytes = problemNow() ? undefined : systemFiles.readBytes(at(name), maxBytes)
      return isFileProblem(bytes) ? undefined : bytes
    },
    get misplaced() {
      return [...misplaced.values()]
    },
    changedAt: (name) => (problemNow() ? undefined : quietly(() => fs.lstatSync(at(name)).mtimeMs)),
    stamp: (name) => (problemNow() ? undefined : quietly(() => stampOf(at(name)))),
    write: (name, content) => attempt(name, (file) => replaceFile(file, content)),
    update: (name, change, waitMs) => attempt(name, (file) => updateFile(file, change, waitMs)),
    append: (name, line, rotateBytes) => attempt(name, (file) => appendLine(file, line, rotateBytes)),
    list: (folder) => (problemNow() ? [] : namesIn(at(folder))),
    listAnyway: (folder) => namesOrNothing(at(folder)),
    remove(name) {
      if (!problemNow()) quietly(() => fs.rmSync(at(name), { force: true }))
    },
  }
}

function namesIn(folder: string): readonly string[] {
  return quietly(() => fs.readdirSync(folder)) ?? []
}

function namesOrNothing(folder: string): readonly string[] | undefined {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

function inspect(dir: string): Issue | undefined {
  const stats = quietly(() => fs.lstatSync(dir))
  if (stats === undefined) return undefined
  if (!stats.isDirectory()) return refused(dir, 'it is not a directory')
  const me = process.getuid?.()
  if (me !== undefined && stats.uid !== me) return refused(dir, `it belongs to user ${stats.uid}`)
  if (me !== undefined && (stats.mode & 0o022) !== 0) return refused(dir, 'other users can write to it')
  if (!isReadable(dir)) return refused(dir, 'it cannot be read')
  return undefined
}

function isReadable(dir: string): boolean {
  return quietly(() => (fs.accessSync(dir, fs.constants.R_OK | fs.constants.X_OK), true)) === true
}

function refused(dir: string, why: string): Issue {
  return issue(
    'state.refused',
    { file: dir },
    `The state folder "${dir}" is not used because ${why}.`,
    `Make it a directory of your own with mode 0700, or set XDG_STATE_HOME to another place.`,
  )
}

/** Far more than any file of ours grows to. */
const MOST_BYTES = 256 * 1_048_576

/** A pipe that nobody writes to would be waited for without end, and a device may never end. */
function readState(file: string): string | Issue | undefined {
  const bytes = systemFiles.readBytes(file, MOST_BYTES)
  if (!isFileProblem(bytes))
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  const { problem, detail } = bytes
  if (problem !== 'special' && problem !== 'directory' && problem !== 'too-large') return undefined
  const what = problem === 'too-large' ? `it is too large (${detail})` : NOT_A_FILE
  return issue('state.misplaced', { file }, `"${file}" was not read because ${what}.`, 'Remove it.')
}

const NOT_A_FILE = 'it is not a regular file'

/** File systems count time in steps of up to two seconds. */
const COARSEST_MS = 2_000

function stampOf(file: string): Stamp | undefined {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = stats
  return {
    mark: [dev, ino, size, mtimeNs, ctimeNs].join(':'),
    isSettled: Date.now() - Number(ctimeMs) > COARSEST_MS,
  }
}

/** What is replaced without a lock can be made again, so it is not worth a long wait. */
const HELD_MS = 100

function replaceFile(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    fs.writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
    renameOver(draft, file, HELD_MS)
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

const OLD_FILES_KEPT = 3
const APPEND =
  fs.constants.O_RDWR |
  fs.constants.O_APPEND |
  fs.constants.O_CREAT |
  (fs.constants.O_NOFOLLOW ?? 0) |
  // A pipe is opened without waiting for its other end, and then refused.
  (fs.constants.O_NONBLOCK ?? 0)

/** One write of one line. A tail torn by a crash is closed with a newline first, so that it spoils one line only. */
function appendLine(file: string, line: string, rotateBytes: number): void {
  const fd = fs.openSync(file, APPEND, 0o600)
  try {
    const stats = fs.fstatSync(fd)
    if (!stats.isFile()) throw Object.assign(new Error(NOT_A_FILE), { code: NOT_A_FILE })
    const { size, ino } = stats
    const last = Buffer.alloc(1)
    if (size > 0) fs.readSync(fd, last, 0, 1, size - 1)
    const torn = size > 0 && last[0] !== 0x0a
    fs.writeSync(fd, `${torn ? '\n' : ''}${line}\n`)
    if (size > rotateBytes) setAside(file, ino)
  } finally {
    fs.closeSync(fd)
  }
}

/** Another process may have rotated already: then the name belongs to a younger file, which stays. */
function setAside(file: string, ino: number): void {
  if (fs.statSync(file).ino !== ino) return
  const { dir, name, ext } = path.parse(file)
  fs.renameSync(file, path.join(dir, `${name}-${Date.now()}-${process.pid}${ext}`))
  const old = fs
    .readdirSync(dir)
    .filter((each) => each.startsWith(`${name}-`))
    .toSorted()
  for (const each of old.slice(0, -OLD_FILES_KEPT)) fs.rmSync(path.join(dir, each), { force: true })
}

function unwritable(file: string, error: unknown): Issue {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  return issue(
    'state.unwritable',
    { file },
    `"${file}" could not be written (${code}).`,
    'Check the disk and the permissions of the state folder.',
  )
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
