import type { Issue } from '../../core/issue.ts'
import type { Stage } from './model.ts'
import type { CallResult } from './runnable.ts'

/** A hook that is code of hookwright, as far as its options go: what a manifest would say about it. */
export type HookDefinition = {
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
}

/** The definition with what only its code tells. */
export type OwnHook<Context> = HookDefinition & {
  /** It may write to the files it is given. */
  readonly fixes: boolean
  /** An issue for arguments it does not take. */
  run(names: readonly string[], context: Context): Promise<CallResult | Issue>
}
