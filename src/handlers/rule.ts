import { noAnswer, type Answer } from '../core/decision.ts'
import type { HandlerSpec } from '../core/hook.ts'
import type { Handler } from './handler.ts'

type Rule = Extract<HandlerSpec, { type: 'rule' }>

/** A decision or context without a process. */
export const rule: Handler = ({ hook: { handler } }) =>
  Promise.resolve({ kind: 'answered', body: handler.type === 'rule' ? answerOf(handler) : noAnswer, ms: 0 })

function answerOf({ decision, reason, context }: Rule): Answer {
  return {
    decision,
    ...(reason !== undefined && { reason }),
    effects: context === undefined ? [] : [{ kind: 'add-context', text: context }],
    issues: [],
  }
}
