import { Buffer } from 'node:buffer'
import * as path from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { parseConfig } from '../../config/parse.ts'
import type { ConfigWriter } from '../../dialects/writer.ts'
import { limits } from '../../engine/limits.ts'
import { isFileProblem, readText, systemFiles } from '../../ports/files.ts'
import { leadsOutside } from '../../ports/leads-outside.ts'
import { writeSafely } from '../../ports/safe-write.ts'

/** Where a text is to be written, and what is there now. */
export type Destination = {
  /** As the user wrote it, made absolute. */
  readonly shown: string
  /** Without links. */
  readonly file: string
  /** Absent: there is no such file. */
  readonly before?: string
}

/** Returns the place to write to, or why nothing may be written there. */
export function findDestination(out: string, projectDir: string): Destination | { readonly problem: string } {
  const folder = path.dirname(out)
  const kind = systemFiles.kind(out)
  if (kind === undefined) {
    const existing = nearestFolder(folder)
    if (leadsOutside(existing, projectDir, systemFiles)) return outside(out)
    return { shown: out, file: out }
  }
  if (leadsOutside(out, projectDir, systemFiles)) return outside(out)
  if (kind !== 'file') return { problem: `"${out}" is not a file that can be written.` }
  const file = systemFiles.realpath(out)
  const before = readText(systemFiles, out, limits.configBytes)
  if (typeof file !== 'string' || typeof before !== 'string')
    return {
      problem: `"${out}" cannot be read${isFileProblem(before) ? ` (${before.detail})` : ''}, so it is not replaced.`,
    }
  return { shown: out, file, before }
}

function outside(out: string): { readonly problem: string } {
  return {
    problem: `"${out}" leads outside the project through a link; nothing was written. Name the real path.`,
  }
}

function nearestFolder(folder: string): string {
  const isThere = systemFiles.kind(folder) !== undefined
  return isThere || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder))
}

/** Returns keys of the file that replacing it would drop. */
export function foreignKeys({ before, file }: Destination, { format, top }: ConfigWriter): readonly string[] {
  if (before === undefined) return []
  const { value } = parseConfig(before, file, {
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
    format,
  })
  const known = new Set([...Object.keys(top), 'hooks', '$schema'])
  return Object.keys(value ?? {}).filter((key) => !known.has(key))
}

/** Writes the whole text or nothing. Returns why it could not. */
export function save({ shown, file, before }: Destination, text: string): string | undefined {
  const bytes = before === undefined ? undefined : Buffer.from(before)
  const problem = writeSafely({ shown, file, before: bytes }, Buffer.from(text))
  return isIssue(problem) ? `${problem.message} ${problem.hint}` : undefined
}
