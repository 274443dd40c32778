import type { Decision } from '../../core/decision.ts'
import type { PackAnswer, PackCode } from '../code.ts'
import { lookAtCall, type Judged } from './look-at-call.ts'
import { settingsOf } from './options.ts'
import { reasonOf } from './reason.ts'

/** The code of `hookwright/dangerous-commands`. */
export const dangerousCommands: PackCode = (event, context) => {
  const settings = settingsOf(context.options)
  return answerOf(lookAtCall(event, context, settings))
}

function answerOf(found: readonly Judged[]): PackAnswer {
  if (found.length === 0) return undefined
  const decision = decisionOf(found)
  const note = noteOf(found, decision)
  if (decision === 'none') return { decision, effects: [], issues: [], note }
  const deciding = found.filter(({ level }) => level !== 'observe')
  return { decision, reason: reasonOf(deciding.toSorted(byWeight)), effects: [], issues: [], note }
}

/** The strictest first, and of two alike the one that says more. */
function byWeight(one: Judged, other: Judged): number {
  const weight = ({ level, category }: Judged): number =>
    (level === 'deny' ? 2 : 0) + (category === 'unanalysable' ? 0 : 1)
  return weight(other) - weight(one)
}

function decisionOf(found: readonly Judged[]): Decision {
  if (found.some(({ level }) => level === 'deny')) return 'deny'
  return found.some(({ level }) => level === 'ask') ? 'ask' : 'none'
}

/** Facts for the log: categories and programs, no text of the call. */
function noteOf(found: readonly Judged[], decision: Decision): Readonly<Record<string, string>> {
  const listed = (judged: readonly Judged[]): string =>
    [...new Set(judged.map(({ category }) => category))].join(', ')
  const observed = found.filter(({ level }) => level === 'observe')
  const decided = found.filter(({ level }) => level !== 'observe')
  return {
    ...(decided.length > 0 && { categories: listed(decided), decision }),
    ...(observed.length > 0 && { observed: listed(observed), would: 'ask' }),
  }
}
