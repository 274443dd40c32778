import type { OwnHook } from '../contracts/own-hook.ts'
import type { CallContext } from '../contracts/runnable.ts'

/** A hook of `repo: builtin`. */
export type BuiltinHook = OwnHook<BuiltinContext>

export type BuiltinContext = CallContext & {
  readonly args: readonly string[]
  /** The variables of the stage, such as PRE_COMMIT_FROM_REF. */
  readonly env?: Readonly<Record<string, string>>
}
