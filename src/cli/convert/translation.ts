import { policyDecision } from '../../core/failure-policy.ts'
import type { Hook } from '../../core/hook.ts'
import type { FailureClass } from '../../core/outcome.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { ConfigWriter, Loss, SourceHook, WrittenHook } from '../../dialects/writer.ts'
import type { InlineForms } from '../../shells/inline.ts'

/** Two hosts, and what is needed to write hooks of the one for the other. */
export type Translation = {
  readonly source: Dialect
  readonly target: Dialect
  readonly writer: ConfigWriter
  /** Inline forms of a wire that the hooks speak. */
  readonly formsOf: (wire: string) => InlineForms | undefined
  /** What hooks of a wire lose with their `note`. */
  readonly noteLoss: (wire: string, note: string) => Loss | undefined
  /** Variables that hooks of a wire have in files of its own host only. */
  readonly fileVariables: (wire: string) => readonly string[]
  /** What people call the host of a wire. */
  readonly titleOf: (wire: string) => string
  readonly platform: NodeJS.Platform
  /** True for a hook that starts something else on the other kind of system. */
  readonly differsElsewhere: (hook: Hook) => boolean
}

/** One hook in the target's terms, with everything that is not as it was. */
export type Translated = {
  readonly hook: Hook
  /** True when an answer of the hook can stop something, or ask about it. */
  readonly canBlock: boolean
  /** Absent: the hook is not in the new file. */
  readonly written?: WrittenHook
  readonly losses: readonly Loss[]
}

/** True when a hook that can block is gone, blocks less, or answers for other calls than before. */
export function isWeakened({ canBlock, losses }: Translated): boolean {
  return canBlock && losses.some(({ effect }) => effect !== 'note')
}

/** The usual ways to fail. Failures from our own limits are left out: the host does not have them. */
const FAILURES: readonly FailureClass[] = ['launch-failure', 'crash', 'signal', 'timeout']

/** Returns the strictest thing that a failure of the hook becomes. */
export function failureOf(hook: Hook, { failures }: Pick<Dialect, 'failures'>): SourceHook['failure'] {
  if (hook.mode !== 'wait' || hook.handler.type === 'rule') return 'none'
  const found = new Set(FAILURES.map((failure) => policyDecision(hook, failure, failures)))
  if (found.has('deny')) return 'deny'
  return found.has('ask') ? 'ask' : 'none'
}
