import * as fs from 'node:fs'
import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import { isFileProblem, systemFiles } from './files.ts'

/** The variables that hooks set for a session: shell scripts, one for each hook, run before its later commands. */
export type SessionEnv = {
  /** To be called before the hooks of an event run: a new directory ends what hooks set for the old one. */
  begin(sessionId: string, event: string): void
  /** The file of one hook, made if need be; `index` is its place among all hooks of that event. */
  fileFor(sessionId: string, event: string, index: number): string | Issue
  /** All of a session's scripts as one. */
  read(sessionId: string): string
  /** What they set for certain; the rest is in the script only. */
  variables(sessionId: string): Readonly<Record<string, string>>
  clear(sessionId: string): void
}

export type SessionEnvOptions = {
  /** Reads the variables out of a script. */
  readonly parse: (script: string) => Readonly<Record<string, string>>
  /** A script of the user's own, run before those of hooks. */
  readonly ownScript?: string | undefined
}

/** Later ones win. */
const ORDER = ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged'].map((event) => event.toLowerCase())
/** What a hook of these set is replaced when it runs again. */
const REPLACED = ['cwdchanged', 'filechanged']

const MAX_BYTES = 1_048_576
const ABANDONED_AFTER_MS = 30 * 24 * 60 * 60 * 1000

/** Nothing is made before a hook needs a file. */
export function openSessionEnv(root: string, { parse, ownScript }: SessionEnvOptions): SessionEnv {
  const folderOf = (sessionId: string): string => path.join(root, safeName(sessionId))
  const read = (sessionId: string): string => {
    const folder = folderOf(sessionId)
    const files = scriptsIn(folder).map((name) => path.join(folder, name))
    return [...(ownScript ? [ownScript] : []), ...files].map(readScript).join('')
  }
  return {
    begin(sessionId, event) {
      if (event !== 'CwdChanged') return
      const folder = folderOf(sessionId)
      const stale = scriptsIn(folder).filter((name) => REPLACED.some((kind) => name.startsWith(`${kind}-`)))
      for (const name of stale) quietly(() => fs.truncateSync(path.join(folder, name)))
    },
    fileFor(sessionId, event, index) {
      const kind = event.toLowerCase()
      const file = path.join(folderOf(sessionId), `${kind}-hook-${index}.sh`)
      return makeFile(file, { root, isReplaced: REPLACED.includes(kind) }) ?? file
    },
    read,
    variables: (sessionId) => parse(read(sessionId)),
    clear(sessionId) {
      quietly(() => fs.rmSync(folderOf(sessionId), { recursive: true, force: true }))
    },
  }
}

/** An id is the host's text: one that is no plain name must not lead out of the root, nor meet another one's folder. */
function safeName(sessionId: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,99}$/.test(sessionId)) return sessionId
  const { createHash } = process.getBuiltinModule('node:crypto')
  const readable = sessionId.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 40)
  return `_${readable}-${createHash('sha256').update(sessionId).digest('hex').slice(0, 16)}`
}

const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = fs.constants
// Windows has no such flag.
const APPEND = O_WRONLY | O_CREAT | O_APPEND | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)

type Making = { readonly root: string; readonly isReplaced: boolean }

function makeFile(file: string, { root, isReplaced }: Making): Issue | undefined {
  const folder = path.dirname(file)
  try {
    const isNew = fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
    assertPrivate(root)
    assertPrivate(folder)
    if (isNew) sweep(root)
    touch(file, isReplaced ? APPEND | O_TRUNC : APPEND)
    return undefined
  } catch (error) {
    return unwritable(file, error)
  }
}

/** Does not wait for the other end of a pipe in place of the file. */
function touch(file: string, flags: number): void {
  const fd = fs.openSync(file, flags, 0o600)
  const isFile = fs.fstatSync(fd).isFile()
  fs.closeSync(fd)
  if (!isFile) throw new Error(`${file} is not a regular file`)
}

/** What stands in these files is run as the user's own commands. */
function assertPrivate(folder: string): void {
  const stats = fs.lstatSync(folder)
  const isMine = process.getuid === undefined || stats.uid === process.getuid()
  const isClosed = process.platform === 'win32' || (stats.mode & 0o022) === 0
  if (!stats.isDirectory() || !isMine || !isClosed)
    throw new Error(`${folder} is not a directory that only this user can write to`)
}

function unwritable(file: string, error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error)
  return issue(
    'session-env.unwritable',
    { file },
    `The file in which a hook can set variables for the session could not be made: ${why}.`,
    'Check that directory, its owner and the free space.',
  )
}

const SCRIPT = RegExp(String.raw`^(${ORDER.join('|')})-hook-(\d+)\.sh$`)

function scriptsIn(folder: string): readonly string[] {
  const found = (quietly(() => fs.readdirSync(folder)) ?? []).flatMap((name) => {
    const [, kind, index] = SCRIPT.exec(name) ?? []
    return kind === undefined ? [] : [{ name, rank: ORDER.indexOf(kind), index: Number(index) }]
  })
  return found.toSorted((a, b) => a.rank - b.rank || a.index - b.index).map(({ name }) => name)
}

/** Half a script could mean anything, so one that is too long is left out whole, and the script says so. */
function readScript(file: string): string {
  const bytes = systemFiles.readBytes(file, MAX_BYTES)
  if (isFileProblem(bytes) && bytes.problem === 'too-large')
    return `# ${path.basename(file)} is left out: more than ${MAX_BYTES} bytes\n`
  if (bytes === undefined || isFileProblem(bytes)) return ''
  const text = Buffer.from(bytes).toString().replaceAll('\r\n', '\n')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** Sessions do not always say when they end. */
function sweep(root: string): void {
  for (const entry of quietly(() => fs.readdirSync(root, { withFileTypes: true })) ?? []) {
    const folder = path.join(root, entry.name)
    if (entry.isDirectory() && Date.now() - lastChange(folder) > ABANDONED_AFTER_MS)
      quietly(() => fs.rmSync(folder, { recursive: true, force: true }))
  }
}

function lastChange(folder: string): number {
  const files = scriptsIn(folder).map((name) => path.join(folder, name))
  return Math.max(...[folder, ...files].map((file) => quietly(() => fs.statSync(file).mtimeMs) ?? Date.now()))
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
