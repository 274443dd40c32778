import type { CallContext, CallResult } from '../contracts/runnable.ts'
import type { Issue } from '../../core/issue.ts'
import type { Stage } from '../contracts/model.ts'

/** A hook that is part of hookwright: what a manifest would say about it, and the code. */
export type BuiltinHook = {
  readonly id: string
  readonly name: string
  /** Absent for meta hooks. */
  readonly description?: string
  /** Defaults: `types: [file]`, every stage, every file. */
  readonly types?: readonly string[]
  readonly typesOr?: readonly string[]
  readonly files?: string
  readonly stages?: readonly Stage[]
  readonly alwaysRun?: true
  readonly passFilenames?: false
  readonly verbose?: true
  /** It may write to the files it is given. */
  readonly fixes: boolean
  /** An issue for arguments it does not take. */
  run(names: readonly string[], context: BuiltinContext): Promise<CallResult | Issue>
}

export type BuiltinContext = CallContext & {
  readonly args: readonly string[]
  /** The variables of the stage, such as PRE_COMMIT_FROM_REF. */
  readonly env?: Readonly<Record<string, string>>
}
