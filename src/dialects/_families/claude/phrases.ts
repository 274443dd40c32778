import type { Effect, Verdict } from '../../../core/decision.ts'
import { cap, clean } from './text.ts'

type Worded = Extract<Effect, { readonly text: string }>['kind']

/** Texts of one kind, joined in configuration order, each once. The host counts the sum against its cap. */
export function textOf(verdict: Verdict, kind: Worded): string {
  const found = verdict.effects.flatMap((effect) => (effect.kind === kind ? clean(effect.text) : []))
  return cap([...new Set(found)].join('\n\n')).text
}

export function reasonOf({ reason }: Verdict): string {
  return reason === undefined || reason === '' ? 'Denied by a hook' : cap(clean(reason)).text
}

/** Output fields of this wire that hooks asked for, the last of each name. */
export function nativeFields(verdict: Verdict, wire: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    verdict.effects.flatMap((effect) =>
      effect.kind === 'native' && effect.wire === wire ? [[effect.field, effect.value]] : [],
    ),
  )
}
