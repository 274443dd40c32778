import { noAnswer, type Answer, type LateAnswer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { readOutcome } from '../../core/failure.ts'
import type { Hook } from '../../core/hook.ts'
import { notice } from '../../core/issue.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Asides, HookSide } from '../dialect.ts'

/** The runtime knows neither background hooks nor questions; an entry of hookwright.yaml may run behind all the same. */
export function asidesOf(decodeOutput: HookSide['decodeOutput']): Asides {
  return { decodeLate: (hook, event, outcome) => decodeLate(hook, outcome, { event, decodeOutput }) }
}

type From = { readonly event: Event; readonly decodeOutput: HookSide['decodeOutput'] }

/** Too late to decide or to change anything; a block is in time to wake the model. */
function decodeLate(hook: Hook, outcome: Outcome, { event, decodeOutput }: From): LateAnswer {
  const heard = readOutcome(outcome, decodeOutput, { hook, event })
  const wakes = hook.mode === 'rewake' && heard.decision === 'deny'
  const isUnheard = !wakes && (heard.decision !== 'none' || heard.effects.length > 0)
  const problem = 'It ran in the background, so what it wanted to block or change came too late.'
  const issues = isUnheard
    ? [...heard.issues, notice('output.late', { hook: hook.id }, problem)]
    : heard.issues
  const answer: Answer = { ...noAnswer, issues, ...(heard.failure && { failure: heard.failure }) }
  return wakes && heard.reason !== undefined ? { answer, wake: heard.reason } : { answer }
}
