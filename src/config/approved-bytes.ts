import * as path from 'node:path'
import { isFileProblem, type Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import type { Script } from './digest.ts'
import { sha256 } from './meaning.ts'

/** Under their SHA-256, so that equal files of all projects are kept once. */
const FOLDER = 'approved'
/** Larger files are programs that nobody reads in a comparison. */
const MAX_BYTES = 262_144
/** Of one hook: a pattern of `pins` may stand for many files. */
const MAX_HOOK_BYTES = 4 * 1_048_576

/** Bytes of a script by their SHA-256. */
export type KeptBytes = ReadonlyMap<string, Uint8Array>

/**
 * Reads what is kept of the scripts of an approval. A file that changed since its digest was taken is left out: only
 * bytes that were approved are kept as such.
 */
export function readScripts(scripts: readonly Script[], projectDir: string, files: Files): KeptBytes {
  const kept = new Map<string, Uint8Array>()
  let room = MAX_HOOK_BYTES
  for (const { path: name, sha256: digest } of scripts) {
    const bytes = files.readBytes(path.resolve(projectDir, name), MAX_BYTES)
    if (bytes === undefined || isFileProblem(bytes) || bytes.length > room || sha256(bytes) !== digest)
      continue
    room -= bytes.length
    kept.set(digest, bytes)
  }
  return kept
}

/** Call while the store is locked: what is not named by it yet would be taken for rubbish by another process. */
export function writeKept(state: State, kept: KeptBytes): void {
  if (kept.size === 0) return
  const there = new Set(state.list(FOLDER))
  // A diff that cannot be shown later is no reason to refuse an approval.
  for (const [digest, bytes] of kept) if (!there.has(digest)) state.write(`${FOLDER}/${digest}`, bytes)
}

/** The approved bytes with this digest. Undefined: they were not kept, or are no longer what was approved. */
export function keptScript(state: State, digest: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/.test(digest)) return undefined
  const bytes = state.readBytes(`${FOLDER}/${digest}`, MAX_BYTES)
  return bytes === undefined || sha256(bytes) !== digest ? undefined : bytes
}

/** Removes what no approval names any more. Call while the store is locked. */
export function collectKept(state: State, named: ReadonlySet<string>): void {
  for (const name of state.list(FOLDER)) if (!named.has(name)) state.remove(`${FOLDER}/${name}`)
}

export function keepsNothing(state: State): boolean {
  return state.list(FOLDER).length === 0
}

export function hasRubbish(state: State, named: ReadonlySet<string>): boolean {
  return state.list(FOLDER).some((name) => !named.has(name))
}
