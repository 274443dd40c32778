import { resolve } from 'node:path'
import type { ScriptChange } from '../config/trust.ts'
import { sha256 } from '../config/meaning.ts'
import { isFileProblem, type Files } from '../ports/files.ts'
import { textDiff, type TextDiff } from '../core/text-diff.ts'

/** How something that an approval covers differs from what was approved. */
export type Difference = TextDiff & {
  /** `definition`, or the path of a file. */
  readonly what: string
  /** Why there are no lines, or what they do not show. */
  readonly note?: string
}

type Kept = {
  /** Approved bytes by their SHA-256. */
  keptScript(sha256: string): Uint8Array | undefined
  readonly files: Files
  readonly projectDir: string
}

/** Larger files are programs; approvals keep no larger ones either. */
const MOST_BYTES = 262_144

const NOT_KEPT = 'the approved bytes were not kept (a large file, or an approval of an older version)'
const NOT_READ = 'it is too large to compare, or changes while it is read'
const BINARY = 'it is not text'
const LINE_END = 'only the end of the last line differs'

export function definitionDifference(before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ what: 'definition', ...textDiff(before, after) }]
}

/** Compares the very bytes: those that were approved, and those whose digest would be approved. */
export function fileDifference({ path, was, is }: ScriptChange, kept: Kept): Difference {
  const before = was === undefined ? NOTHING : kept.keptScript(was)
  const after = is === undefined ? NOTHING : readAs(resolve(kept.projectDir, path), is, kept.files)
  const nothing = { what: path, lines: [], leftOut: 0 }
  if (before === undefined) return { ...nothing, note: NOT_KEPT }
  if (after === undefined) return { ...nothing, note: NOT_READ }
  const [old, next] = [textOf(before), textOf(after)]
  if (old === undefined || next === undefined) return { ...nothing, note: BINARY }
  const diff = textDiff(old, next)
  const note = noteOf({ path, was, is }, diff)
  return { what: path, ...diff, ...(note !== undefined && { note }) }
}

function noteOf({ was, is }: ScriptChange, { lines }: TextDiff): string | undefined {
  if (was === undefined) return 'it was not there'
  if (is === undefined) return 'it is not there any more'
  return lines.length === 0 ? LINE_END : undefined
}

const NOTHING = new Uint8Array()

function readAs(file: string, digest: string, files: Files): Uint8Array | undefined {
  const bytes = files.readBytes(file, MOST_BYTES)
  if (bytes === undefined || isFileProblem(bytes)) return undefined
  return sha256(bytes) === digest ? bytes : undefined
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
