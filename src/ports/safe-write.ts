import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import { isFileProblem, systemFiles } from './files.ts'
import { realPathOf } from './real-path.ts'
import { flushFolder, renameOver } from './update-file.ts'

/** A file of somebody else that is to be changed, and the bytes that it was read with. */
export type WriteTarget = {
  /** As people know it. */
  readonly shown: string
  /** Without links: where the bytes are. */
  readonly file: string
  /** Undefined: there is no such file. */
  readonly before: Uint8Array | undefined
}

/** Reads a file that is to be changed. A link leads to the file behind it, and stays. */
export function readTarget(path: string, maxBytes: number): WriteTarget | Issue {
  const file = realPathOf(path)
  if (file === undefined)
    return refused(
      path,
      'leads nowhere: its links form a loop or a folder cannot be searched',
      'Mend the link.',
    )
  const before = systemFiles.readBytes(file, maxBytes)
  if (!isFileProblem(before)) return { shown: path, file, before }
  return refused(path, `cannot be read (${before.detail})`, 'Make it a file that you can read.')
}

/**
 * Puts new bytes in the place of the old ones, in one step: at no moment is the file missing or half written. Mode and
 * owner stay; `newMode` is for a file that is made. Nothing is written when the file is not as it was read. Returns the
 * first folder that had to be made.
 */
export function writeSafely(
  target: WriteTarget,
  bytes: Uint8Array,
  newMode = 0o666,
): Issue | { readonly madeFolder?: string } {
  const { file, before, shown } = target
  try {
    const madeFolder = fs.mkdirSync(dirname(file), { recursive: true })
    sweepDrafts(file)
    const locked = before === undefined ? undefined : readOnly(target)
    if (locked !== undefined) return locked
    const draft = join(dirname(file), `.${basename(file)}.${DRAFT}${process.pid}-${randomName()}`)
    try {
      writeDraft(draft, bytes, before === undefined ? newMode : fs.statSync(file))
      const changed = before === undefined ? place(draft, target) : replace(draft, target)
      if (changed !== undefined) return changed
    } finally {
      fs.rmSync(draft, { force: true })
    }
    flushFolder(dirname(file))
    return madeFolder === undefined ? {} : { madeFolder }
  } catch (error) {
    return unwritable(shown, error)
  }
}

/** Deletes a file that is as it was read. */
export function deleteSafely(target: WriteTarget): Issue | undefined {
  const { file, shown } = target
  try {
    sweepDrafts(file)
    const problem = readOnly(target) ?? changedMeanwhile(target)
    if (problem !== undefined) return problem
    fs.unlinkSync(file)
    flushFolder(dirname(file))
    return undefined
  } catch (error) {
    return unwritable(shown, error)
  }
}

/** Deletes folders that are empty, from the one of `file` up to `top`. */
export function removeEmptyFolders(file: string, top: string): void {
  try {
    for (let folder = dirname(file); folder.startsWith(top); folder = dirname(folder)) fs.rmdirSync(folder)
  } catch {
    // Somebody else has put something there.
  }
}

/** Removes drafts of processes that were killed. What cannot be removed does no harm. */
export function sweepDrafts(file: string): void {
  const stem = `.${basename(file)}.${DRAFT}`
  const entries = systemFiles.list(dirname(file))
  for (const { name } of entries === undefined || isFileProblem(entries) ? [] : entries) {
    const pid = name.startsWith(stem) ? /^\d+/.exec(name.slice(stem.length))?.[0] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(dirname(file), name))
  }
}

function remove(draft: string): void {
  try {
    fs.rmSync(draft, { force: true })
  } catch {
    // The folder is read-only by now.
  }
}

const DRAFT = 'hookwright-'
/** Virus scanners hold a file for a moment. */
const HELD_MS = 2_000

function randomName(): string {
  return Math.random().toString(36).slice(2, 10)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Private until it has the mode of the file that it replaces. */
function writeDraft(draft: string, bytes: Uint8Array, stats: fs.Stats | number): void {
  const fd = fs.openSync(draft, 'wx', typeof stats === 'number' ? stats : 0o600)
  try {
    fs.writeFileSync(fd, bytes)
    if (typeof stats !== 'number') {
      keepOwner(fd, stats)
      fs.fchmodSync(fd, stats.mode & 0o7777)
    }
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Only root can give a file away; the file of another who let us write to it becomes ours. */
function keepOwner(fd: number, { uid, gid }: fs.Stats): void {
  const own = fs.fstatSync(fd)
  if (own.uid === uid && own.gid === gid) return
  try {
    fs.fchownSync(fd, uid, gid)
  } catch (error) {
    if (process.getuid?.() === 0) throw error
  }
}

/** Making a link fails when a file appeared meanwhile, which a rename would replace. Not every file system has links. */
function place(draft: string, { file, shown }: WriteTarget): Issue | undefined {
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || fs.existsSync(file))
      return refused(shown, 'appeared meanwhile; nothing was written', AGAIN)
    if (!/^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(code)) throw error
    renameOver(draft, file, HELD_MS)
  }
  return undefined
}

function replace(draft: string, target: WriteTarget): Issue | undefined {
  const changed = changedMeanwhile(target)
  if (changed === undefined) renameOver(draft, target.file, HELD_MS)
  return changed
}

function changedMeanwhile({ file, before, shown }: WriteTarget): Issue | undefined {
  if (before !== undefined && Buffer.compare(fs.readFileSync(file), before) === 0) return undefined
  return refused(shown, 'changed meanwhile; nothing was written', AGAIN)
}

/** A rename needs no right to write to the file, so that it would pass over the wish of who took that right away. */
function readOnly({ file, shown }: WriteTarget): Issue | undefined {
  const isLocked = (path: string): boolean => (fs.statSync(path).mode & 0o222) === 0 || !mayWrite(path)
  if (isLocked(file)) return refused(shown, 'is read-only; nothing was written', makeWritable(file))
  const folder = dirname(file)
  if (process.platform === 'win32' || !isLocked(folder)) return undefined
  return refused(shown, `is in the read-only folder "${folder}"; nothing was written`, makeWritable(folder))
}

function mayWrite(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

const AGAIN = 'Run the command again.'

function makeWritable(path: string): string {
  return `Make "${path}" writable, and run the command again.`
}

function refused(shown: string, why: string, hint: string): Issue {
  return issue('write.refused', { file: shown }, `"${shown}" ${why}.`, hint)
}

function unwritable(shown: string, error: unknown): Issue {
  const { code = 'an error' } = error as NodeJS.ErrnoException
  const hint = 'Check the disk and the permissions of the folder, and run the command again.'
  return issue('write.failed', { file: shown }, `"${shown}" could not be written (${code}).`, hint)
}
