import type { Decision, Effect, Verdict } from '../../core/decision.ts'
import { issueLine } from './issue-line.ts'
import { printable, type Style } from './style.ts'

/** The verdict as a person reads it: the decision, who said what, and what came of it. */
export function renderVerdict(verdict: Verdict, style: Style): readonly string[] {
  const reason = verdict.reason === undefined ? '' : `: ${printable(verdict.reason)}`
  return [
    `verdict  ${colourOf(verdict.decision, style)(style.bold(verdict.decision))}${reason}`,
    ...verdict.effects.map((effect) => `         ${describeEffect(effect)}`),
    ...verdict.issues.map((problem) => style.yellow(`         ${printable(issueLine(problem))}`)),
    ...verdict.lost.map(({ what, why }) => style.yellow(`         lost: ${what}, ${why}`)),
  ]
}

function colourOf(decision: Decision, style: Style): (text: string) => string {
  if (decision === 'deny') return style.red
  return decision === 'ask' || decision === 'defer' ? style.yellow : style.green
}

function describeEffect(effect: Effect): string {
  const { kind, ...rest } = effect
  const text = 'text' in effect ? effect.text : JSON.stringify(rest)
  return printable(`${kind}: ${text}`)
}
