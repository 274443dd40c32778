import type { Effect, Verdict } from '../../../core/decision.ts'
import { BETWEEN } from '../../../core/long-text.ts'
import { cap, clean, CLASSIFIER_CAP } from './text.ts'

type Worded = Extract<Effect, { readonly text: string }>['kind']

/** Texts of one kind, joined in configuration order, each once. The engine has made the sum fit the host. */
export function textOf(verdict: Verdict, kind: Worded): string {
  const found = verdict.effects.flatMap((effect) => (effect.kind === kind ? clean(effect.text) : []))
  return [...new Set(found)].join(BETWEEN)
}

export function reasonOf({ reason }: Verdict): string {
  return reason === undefined || reason === '' ? 'Denied by a hook' : clean(reason)
}

/** Output fields of this wire that hooks asked for: the last of each name, but notes to the classifier together. */
export function nativeFields(verdict: Verdict, wire: string): Readonly<Record<string, unknown>> {
  const fields = Object.fromEntries(
    verdict.effects.flatMap((effect) => (isNative(effect, wire) ? [[effect.field, effect.value]] : [])),
  )
  if (!Object.hasOwn(fields, NOTE)) return fields
  const { [NOTE]: _, ...others } = fields
  const note = classifierNote(verdict, wire)
  return note === '' ? others : { ...others, [NOTE]: note }
}

const NOTE = 'classifierContext'

/** One budget for all; the note of a hook whose new output was superseded goes with that output. */
function classifierNote(verdict: Verdict, wire: string): string {
  const answers = verdict.answers.filter(({ pass }) => pass === undefined).map(({ answer }) => answer.effects)
  const heard = answers.length === 0 ? [verdict.effects] : answers
  const standing = heard.findLast((effects) => effects.some(isNewOutput))
  const notes = heard
    .filter((effects) => effects === standing || !effects.some(isNewOutput))
    .flatMap((effects) => effects.filter((effect) => isNative(effect, wire)))
    .flatMap(({ field, value }) => (field === NOTE && typeof value === 'string' ? clean(value) : []))
  return cap(notes.join('\n'), CLASSIFIER_CAP).text
}

function isNative(effect: Effect, wire: string): effect is Extract<Effect, { kind: 'native' }> {
  return effect.kind === 'native' && effect.wire === wire
}

function isNewOutput({ kind }: Effect): boolean {
  return kind === 'rewrite-output'
}
