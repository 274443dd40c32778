import type { Decision } from '../core/decision.ts'
import type { Hook, OnFailure } from '../core/hook.ts'
import type { Absence, KeptApproval } from './absences.ts'

/** What an approved guard says that does not run as it was approved: a question, or the no that it was to say then. */
export function absentDecision(onFailure: OnFailure): Extract<Decision, 'ask' | 'deny'> {
  return onFailure === 'deny' ? 'deny' : 'ask'
}

/** The one sentence that model and person read. */
export function absentReason(
  {
    state,
    approval: { id },
    why,
  }: Pick<Absence, 'state' | 'why'> & { readonly approval: { readonly id: string } },
  review: string,
): string {
  const what = state === 'gone' ? 'is gone' : 'has changed'
  return `guard ${id} was approved and ${what} (${why}); review with \`${review}\``
}

/** False for hooks that could never hold anything back: nobody waited for them, or they only allow or add context. */
export function couldRefuse({ approval: { form } }: KeptApproval): boolean {
  return form.mode === 'wait' && form.rule !== 'allow' && form.rule !== 'none'
}

type Making = {
  readonly review: string
  /** The dialect in whose group it runs. */
  readonly dialect: string
}

/** A rule that matches what the approved version matched, and asks in its place. */
export function standInFor(absence: Absence, { review, dialect }: Making): Hook {
  const { id, file, form } = absence.approval
  const { event, native, tools, matcher, subject, condition, wire, onFailure } = form
  return {
    id: `${absence.state}:${id}`,
    event,
    ...(native !== undefined && { native }),
    ...(tools !== undefined && { tools }),
    matcher,
    ...(subject !== undefined && { subject }),
    ...(condition !== undefined && { condition }),
    handler: { type: 'rule', decision: absentDecision(onFailure), reason: absentReason(absence, review) },
    dialect,
    wire,
    source: { file, pointer: form.pointer, scope: form.scope },
    timeoutMs: 0,
    onFailure: absentDecision(onFailure),
    guard: true,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}
