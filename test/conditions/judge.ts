import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { toolEvent } from '../helpers/builders.ts'
import { MARKER } from './scratch.ts'

/** What the conditions say about a line. */
export type Verdict = {
  /** A guard on the marker runs. */
  readonly guarded: boolean
  /** A guard on the marker with `--flag` runs. */
  readonly flagGuarded: boolean
  /** The rule of another program by which an allow would count. */
  readonly allowedBy: string | undefined
}

/** Programs that do nothing but print or test: whoever allows one of them has not allowed the marker. */
export const ALLOWED = ['echo', 'printf', ':', 'true', 'cat', 'test', 'git log', 'ls'] as const

const FLAG = '--flag'
const evaluate = createConditionEvaluator({ home: '/home/me', settingsBase: '/repo' })

export function judge(line: string): Verdict {
  const event = toolEvent('Bash', { command: line })
  const holds = (content: string) => evaluate(`Bash(${content})`, event)
  return {
    guarded: holds(`${MARKER} *`).holds,
    flagGuarded: holds(`${MARKER} ${FLAG} *`).holds,
    allowedBy: allowedBy(line, holds),
  }
}

/** True when a line has to be run: were the marker in it, nobody would have stopped it. Asks no more than it must. */
export function letsPass(line: string): boolean {
  const event = toolEvent('Bash', { command: line })
  const holds = (content: string) => evaluate(`Bash(${content})`, event)
  if (!holds(`${MARKER} *`).holds || allowedBy(line, holds) !== undefined) return true
  return line.includes(FLAG) && !holds(`${MARKER} ${FLAG} *`).holds
}

type Holds = (content: string) => { readonly whole: boolean }

/** No rule covers a line that does not even name its program. */
function allowedBy(line: string, holds: Holds): string | undefined {
  return ALLOWED.find((program) => line.includes(program) && holds(`${program} *`).whole)
}

/** Says how a line that ran the marker with these arguments got past the conditions; undefined when it did not. */
export function bypassOf(line: string, marks: readonly string[]): string | undefined {
  if (marks.length === 0) return undefined
  const { guarded, flagGuarded, allowedBy: rule } = judge(line)
  if (rule !== undefined) return `allowed by Bash(${rule} *)`
  if (!guarded) return `Bash(${MARKER} *) is silent`
  const flagged = marks.some((mark) => mark === FLAG || mark.startsWith(`${FLAG} `))
  return flagged && !flagGuarded ? `Bash(${MARKER} ${FLAG} *) is silent` : undefined
}
