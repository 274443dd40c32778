import type { Hook } from '../core/hook.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import type { InlineForm } from '../shells/inline.ts'

/** What the checks of a hook look at besides the hook. */
export type InspectContext = {
  readonly places: Places
  readonly files: Files
  readonly mayRun: (file: string) => boolean
  /** How the host of a hook starts a command string. */
  readonly formOf: (hook: Hook, form: string) => InlineForm | undefined
  /** Where a program is found on PATH. */
  readonly onPath: (program: string) => string | undefined
}
