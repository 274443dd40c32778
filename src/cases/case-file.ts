import type { Issue } from '../core/issue.ts'
import type { Case } from './schema.ts'

/** What a `*.hooks.yaml` file holds. */
export type CaseFile = {
  /** Absolute path. */
  readonly file: string
  readonly text: string
  /** True: hooks of its own are tested; false: those of the project's hookwright file. */
  readonly hasHooks: boolean
  /** In the order of the file. */
  readonly cases: readonly PlacedCase[]
  /** Why it cannot be used. Its cases are empty then. */
  readonly issues: readonly Issue[]
}

/** A case with its position in the file. */
export type PlacedCase = Case & { readonly index: number }

/** The name of a file with cases says so. */
export const CASE_FILE = /\.hooks\.(?:ya?ml|json)$/
