import { closeSync, openSync, renameSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ownPlace } from './own-place.ts'
import { markedName, parseMarkedName, type MarkedName } from './run-folder.ts'

/** The record of a hook whose process id is not known yet. */
export type MarkRecord = { readonly path: string; readonly name: MarkedName }

/** A program that has run this many hooks will run more; the command line mostly runs fewer. */
const KEPT_FROM = 4

/** Workers and copies of this module have the same process id. */
const seed = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
let count = 0
let spare: MarkRecord | undefined

/** Undefined where nothing can be written down. */
export function takeMark(tag: string): MarkRecord | undefined {
  const taken = spare
  spare = undefined
  if (taken?.name.tag === tag) return taken
  if (taken) removeQuietly(taken.path)
  const mark = newMark(tag)
  return mark && isMade(mark.path) ? mark : undefined
}

/** Removes a record. That of a mark which was not used up becomes the next one: that is one call instead of two. */
export function discardRecord(path: string): void {
  const old = spare === undefined && count >= KEPT_FROM ? parseMarkedName(basename(path)) : undefined
  const next = old && newMark(old.tag)
  if (next && isRenamed(path, next.path)) spare = next
  else removeQuietly(path)
}

/** At the end of this process, or of a call. */
export function removeSpare(): void {
  if (spare) removeQuietly(spare.path)
  spare = undefined
}

export function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/** What cannot be removed is gone, or the next call finds it. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // See above.
  }
}

function newMark(tag: string): MarkRecord | undefined {
  const place = ownPlace()
  if (place === undefined) return undefined
  const run = `${seed}${(count += 1).toString(36)}`
  const name = { owner: process.pid, ownerStart: place.start, tag, run }
  return { path: join(place.folder, markedName(name)), name }
}

function isMade(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch {
    return false
  }
}
