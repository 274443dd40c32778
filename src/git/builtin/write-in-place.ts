import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { issue, type Issue } from '../../core/issue.ts'
import { shownName } from './shown-name.ts'

/** New bytes for a file, and how many it had when they were made. */
export type NewContent = { readonly bytes: Uint8Array; readonly seen: number }

/** Mode, owner and hard links stay as they are; the file is never empty in between. */
export function writeInPlace(path: string | Buffer, name: string, content: NewContent): Issue | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r+')
    if (fstatSync(fd).size !== content.seen) return changed(name)
    writeAll(fd, content.bytes)
    ftruncateSync(fd, content.bytes.length)
    return undefined
  } catch (error) {
    return unwritable(name, error as NodeJS.ErrnoException)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** A single call may write less than it was asked to. */
export function writeAll(fd: number, bytes: Uint8Array, at = 0): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  }
}

function changed(name: string): Issue {
  return issue(
    'git.builtin.changed',
    { file: shownName(name) },
    `The file "${shownName(name)}" was changed by somebody else while a hook worked on it; it was left alone.`,
    'Run again, or set `require_serial: true` and different priorities for hooks that write the same files.',
  )
}

function unwritable(name: string, error: NodeJS.ErrnoException): Issue {
  return issue(
    'git.builtin.unwritable',
    { file: shownName(name) },
    `The file "${shownName(name)}" cannot be written: ${error.message}.`,
    'Make it writable, or leave it out with `exclude`.',
  )
}
