import { Buffer } from 'node:buffer'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import {
  deleteSafely,
  readTarget,
  removeEmptyFolders,
  sweepDrafts,
  writeSafely,
  type WriteTarget,
} from '../../ports/safe-write.ts'
import type { State } from '../../ports/state.ts'
import { digestOf, keepBackup, readBackup, type Backup } from './backups.ts'
import type { EditedConfig } from './edit.ts'
import { readInstalled, recordInstalled, type InstalledFile } from './installed.ts'
import { MAX_BYTES } from './limits.ts'

/** A config file of a host as it is now. */
export type ConfigFile = WriteTarget & {
  /** With its byte order mark. Undefined: there is no such file. */
  readonly text: string | undefined
  /** What we have written to it before. */
  readonly installed?: InstalledFile
  /** The text before that, when the file is still as we wrote it. */
  readonly original?: string
}

type Writing = {
  readonly state: State
  readonly now: number
  /** Of a file that is made. Default: what the system gives. */
  readonly mode?: number
}

/** Reads a config file and what was installed into it. */
export function openConfigFile(path: string, state: State): ConfigFile | Issue {
  const target = readTarget(path, MAX_BYTES)
  if (isIssue(target)) return target
  const text = target.before && decode(target.before)
  if (target.before !== undefined && text === undefined) return notText(path)
  const all = readInstalled(state)
  if (isIssue(all)) return all
  const installed = Object.hasOwn(all, target.file) ? all[target.file] : undefined
  if (installed === undefined) return { ...target, text }
  const isOurs = text !== undefined && installed.written.includes(digestOf(text))
  const original = isOurs && installed.before ? readBackup(state, installed.before) : undefined
  return { ...target, text, installed, ...(original !== undefined && { original }) }
}

/**
 * Writes a text to a config file, with a backup of the text before. The record is written first: when we are killed in
 * between, it says more than is true, which an uninstallation survives.
 */
export function writeInstalled(
  file: ConfigFile,
  edited: EditedConfig,
  { state, now, mode }: Writing,
): Issue | undefined {
  sweepDrafts(file.file)
  if (edited.text === file.text) return undefined
  const backup = backUp(file, { state, now })
  if (isIssue(backup)) return backup
  let earlier: InstalledFile | undefined
  const problem = recordInstalled(state, file.file, (known) => {
    earlier = known
    return nextRecord(file, edited, { known, backup })
  })
  if (problem !== undefined) return problem
  const done = writeSafely(file, Buffer.from(edited.text), mode)
  if (isIssue(done)) return recordInstalled(state, file.file, () => earlier) ?? done
  const { madeFolder } = done
  if (madeFolder === undefined) return undefined
  return recordInstalled(state, file.file, (known) => known && { ...known, madeFolder })
}

/** Writes what an uninstallation leaves of a file; undefined: it is deleted. */
export function writeUninstalled(
  file: ConfigFile,
  text: string | undefined,
  { state, now }: Writing,
): Issue | undefined {
  sweepDrafts(file.file)
  if (text !== file.text) {
    const backup = backUp(file, { state, now })
    if (isIssue(backup)) return backup
    const done = text === undefined ? deleteSafely(file) : writeSafely(file, Buffer.from(text))
    if (isIssue(done)) return done
  }
  const folder = file.installed?.madeFolder
  if (text === undefined && folder !== undefined) removeEmptyFolders(file.file, folder)
  return recordInstalled(state, file.file, () => undefined)
}

/** As many texts as installations that follow each other without a change by others. */
const MOST_WRITTEN = 8

type Known = { readonly known: InstalledFile | undefined; readonly backup: Backup | undefined }

function nextRecord(file: ConfigFile, edited: EditedConfig, { known, backup }: Known): InstalledFile {
  const { traces } = edited
  const digest = digestOf(edited.text)
  // With the bytes from before the first installation, that one was killed before it wrote.
  const isFirst = file.text === undefined || known?.before?.digest === digestOf(file.text)
  if (known === undefined || file.text === undefined || isFirst)
    return {
      written: [digest],
      ...(backup && { before: backup }),
      isCreated: file.text === undefined,
      traces,
    }
  if (!known.written.includes(digestOf(file.text))) {
    const { before: _, ...rest } = known
    return { ...rest, written: [digest], traces }
  }
  return { ...known, written: [...known.written, digest].slice(-MOST_WRITTEN), traces }
}

function backUp({ file, text, installed }: ConfigFile, { state, now }: Writing): Backup | Issue | undefined {
  if (text === undefined) return undefined
  return keepBackup(state, { file, text, now, needed: installed?.before?.name })
}

/** Undefined for bytes that are not UTF-8, which no edit could leave as they are. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function notText(path: string): Issue {
  const hint = 'Save it as UTF-8, and run the command again.'
  return issue('edit.not-utf8', { file: path }, `"${path}" is not UTF-8 text.`, hint)
}
