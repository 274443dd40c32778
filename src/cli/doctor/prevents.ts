import type { ApprovedForm } from '../../config/approved-form.ts'
import type { Decision } from '../../core/decision.ts'
import { fixedDecision, type Hook } from '../../core/hook.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { powerOf } from '../../dialects/event-power.ts'

/** What of a hook says whether it can say no. */
type Stance = Pick<Hook, 'event' | 'mode'> & { readonly rule?: Decision | undefined }

export type Prevents = (stance: Stance) => boolean

/** Whether a deny of such a hook prevents something on one of these hosts. */
export function preventsOn(hosts: readonly Dialect[]): Prevents {
  return ({ event, mode, rule }) =>
    mode === 'wait' &&
    rule !== 'allow' &&
    rule !== 'none' &&
    hosts.some((host) => powerOf(host, event) === 'prevent')
}

export function stanceOf(hook: Hook): Stance {
  const { event, mode } = hook
  return { event, mode, rule: fixedDecision(hook) }
}

/** The same for what was approved. Undefined: the approval did not keep it. */
export function approvedStance(form: ApprovedForm | undefined): Stance | undefined {
  return form && { event: form.event, mode: form.mode, rule: form.rule }
}
