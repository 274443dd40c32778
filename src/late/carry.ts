import type { Effect, EffectKind, LateAnswer, Verdict } from '../core/decision.ts'

/** What a host must honour at an event so that the event can carry late answers: they are for the model and the user. */
const NEEDED: readonly EffectKind[] = ['add-context', 'message']

/**
 * True when an event with these effects can carry late answers. Call before late answers are taken from the store: those
 * that are taken for an event that cannot show them are lost.
 */
export function canCarryLate(honours: readonly EffectKind[]): boolean {
  return NEEDED.every((kind) => honours.includes(kind))
}

/** Returns the verdict with the waiting effects behind its own. The texts are not yet cut to what the host takes. */
export function withLateAnswers(verdict: Verdict, waiting: readonly Effect[]): Verdict {
  return waiting.length === 0 ? verdict : { ...verdict, effects: [...verdict.effects, ...waiting] }
}

/** Nothing wakes an idle host from another process, so the text that should have comes first in what it hears next. */
export function lateEffects({ wake, answer }: LateAnswer): readonly Effect[] {
  return wake === undefined ? answer.effects : [{ kind: 'add-context', text: wake }, ...answer.effects]
}
