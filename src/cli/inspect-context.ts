import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'

/** What the checks of a hook look at besides the hook. */
export type InspectContext = {
  readonly places: Places
  readonly files: Files
  readonly mayRun: (file: string) => boolean
  /** Where a program is found on PATH. */
  readonly onPath: (program: string) => string | undefined
}
