import * as path from 'node:path'
import type { State } from '../ports/state.ts'

/**
 * Names of empty files, one for each folder that has approvals: a call where nothing was ever approved lists this folder
 * and reads no store.
 */
const FOLDER = 'guarded'

/** Whether something was approved for this folder or one above it. May say yes too often, never no wrongly. */
export function isGuarded(state: State, folder: string): boolean {
  const marks = state.listAnyway(FOLDER)
  if (marks === undefined) return true
  if (marks.length === 0) return false
  for (let dir = folder; ; dir = path.dirname(dir)) {
    if (marks.includes(markOf(dir))) return true
    if (path.dirname(dir) === dir) return false
  }
}

/** True when the state folder exists and cannot be read, so that its approvals are not known. */
export function isUnreadable(state: Pick<State, 'listAnyway'>): boolean {
  return state.listAnyway(FOLDER) === undefined
}

/**
 * Marks these folders, and takes the mark from `changed` where it is none of them. Other marks stay: where the store was
 * deleted, they say that something is missing. Call while the store is locked.
 */
export function markGuarded(state: State, folders: readonly string[], changed: string): void {
  const there = new Set(state.list(FOLDER))
  for (const mark of folders.map(markOf)) if (!there.has(mark)) state.write(`${FOLDER}/${mark}`, '')
  if (!folders.includes(changed)) state.remove(`${FOLDER}/${markOf(changed)}`)
}

/** A short name for a text, by two multiplicative hashes of 32 bits: a SHA-256 would load node:crypto, and two equal marks cost only a read. */
export function markOf(folder: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < folder.length; index += 1) {
    const code = folder.charCodeAt(index)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
