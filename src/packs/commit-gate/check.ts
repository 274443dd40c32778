import type { Look } from '../projects/look.ts'
import type { PackContext } from '../code.ts'

/** In the order in which they run. */
export const CHECK_KINDS = ['types', 'lint', 'test'] as const
/** What a check is about. */
export type CheckKind = (typeof CHECK_KINDS)[number]

/** One program that checks a project. */
export type Check = {
  readonly kind: CheckKind
  /** The command as a person types it in `folder`. */
  readonly shown: string
  /** The program and its arguments. */
  readonly words: readonly string[]
  readonly folder: string
  /** Exit codes besides 0 that mean that nothing is wrong. Absent: none. */
  readonly passes?: readonly number[]
}

/** A folder that may be a project, and what is known of the folders around it. */
export type Project = {
  readonly folder: string
  /** Top folder of the repository. */
  readonly top: string
  readonly look: Look
  readonly context: PackContext
}

/** The check that these words are. */
export function checkOf(kind: CheckKind, words: readonly string[], folder: string): Check {
  return { kind, words, folder, shown: words.join(' ') }
}
