import type { Decision, Effect, Verdict } from '../../core/decision.ts'
import type { Issue } from '../../core/issue.ts'
import { issueLine } from './issue-line.ts'
import { printable, type Style } from './style.ts'

/** The verdict as a person reads it: the decision, who said what, and what came of it. */
export function renderVerdict(verdict: Verdict, style: Style): readonly string[] {
  const reason = verdict.reason === undefined ? '' : `: ${printable(verdict.reason)}`
  return [
    `verdict  ${colourOf(verdict.decision, style)(style.bold(verdict.decision))}${reason}`,
    ...verdict.effects.map((effect) => `         ${describeEffect(effect)}`),
    ...untold(verdict).map((problem) => style.yellow(`         ${issueLine(problem)}`)),
    ...verdict.lost.map(({ what, why }) => style.yellow(`         lost: ${what}, ${why}`)),
  ]
}

function colourOf(decision: Decision, style: Style): (text: string) => string {
  if (decision === 'deny') return style.red
  return decision === 'ask' || decision === 'defer' ? style.yellow : style.green
}

/** A failed hook's issue is already in the message that the host shows. */
function untold({ effects, issues }: Verdict): readonly Issue[] {
  const messages = effects.flatMap((effect) => (effect.kind === 'message' ? effect.text : []))
  return issues.filter((problem) => !messages.some((text) => text.includes(problem.message)))
}

function describeEffect(effect: Effect): string {
  const { kind, ...rest } = effect
  const [only, ...others] = Object.values<unknown>(rest)
  const value = others.length === 0 ? only : rest
  return printable(`${kind}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}
