import type { Answer, Decision, Effect } from '../../../core/decision.ts'
import { callsFunction } from '../../../core/hook.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import type { Reading, Specific, Tidying } from './reading.ts'
import { contextEffect, specificEffects } from './specific-effects.ts'
import { overruled, readStance, type Stance } from './stance.ts'
import { isAllowedSequence } from './terminal.ts'
import { clean, cleanAndCap } from './text.ts'
import type { OutputWire } from './wire.ts'

/** What a checked JSON output asks for. */
export function readDocument(output: OutputWire, reading: Reading): Answer {
  const issues: Issue[] = []
  const tidy = (value: string, limit?: number) => tidyText(value, reading, issues, limit)
  const specific = readFields(output, reading.spec)
  const stance = readStance(output, specific, reading.spec)
  const asked = [
    ...commonEffects(output, reading, { tidy, issues }),
    ...(specific ? specificEffects(specific, reading, { tidy, issues }) : []),
  ]
  const effects = asked.filter((effect) => isKept(effect, stance))
  issues.push(...overruled(stance, asked, reading))
  const reason = stance.reason === undefined || stance.reason === '' ? undefined : tidy(stance.reason)
  const settled = settle(stance.decision, reason, reading)
  return {
    decision: settled.decision,
    ...(reason !== undefined && settled.decision !== 'none' && { reason }),
    effects: [...effects, ...settled.effects],
    issues: [...issues, ...settled.issues],
  }
}

/** A block on an event that cannot be blocked: shown where the host shows it, said in any case. */
export function settle(
  decision: Decision,
  reason: string | undefined,
  { hook, spec }: Reading,
): { decision: Decision; effects: readonly Effect[]; issues: readonly Issue[] } {
  if (decision !== 'deny' || spec.decisions.includes('deny')) return { decision, effects: [], issues: [] }
  const shown = spec.exit2 === 'message' && reason !== undefined
  const problem = `${nativeOf(spec)} cannot be blocked; the hook's block has no effect${shown ? ' beyond its message' : ''}.`
  return {
    decision: 'none',
    effects: shown ? [{ kind: 'message', text: reason }] : [],
    issues: [notice('output.cannot-block', { hook: hook.id }, problem)],
  }
}

/** Returns the text uncut, unless this field has a limit; the engine shortens what is too long for a host. */
export function tidyText(value: string, { hook }: Reading, issues: Issue[], limit?: number): string {
  if (limit === undefined) return clean(value)
  const { text, cut } = cleanAndCap(value, limit)
  const allowed = limit.toLocaleString('en-US')
  const problem = `A text of the hook was longer than ${allowed} characters and was cut.`
  if (cut) issues.push(warning('output.cut', { hook: hook.id }, problem))
  return text
}

/** The fields this event has; others were not checked, and the host does not read them either. */
function readFields(
  { hookSpecificOutput }: OutputWire,
  { output = {} }: ClaudeEventSpec,
): Specific | undefined {
  if (hookSpecificOutput === undefined) return undefined
  return Object.fromEntries(
    Object.entries(hookSpecificOutput).filter(([field]) => Object.hasOwn(output, field)),
  )
}

/** A deny takes no rewrite and no allow, and a defer nothing at all beside itself. */
function isKept(effect: Effect, { decision, alone }: Stance): boolean {
  if (effect.kind === 'rewrite-input') return decision !== 'deny' && decision !== 'defer'
  if (effect.kind === 'permission-result') return effect.behavior === decision
  if (effect.kind === 'elicitation-reply') return !alone
  return !(effect.kind === 'add-context' && decision === 'defer')
}

function commonEffects(output: OutputWire, reading: Reading, { tidy, issues }: Tidying): Effect[] {
  const { hook, spec } = reading
  const effects: Effect[] = []
  const discard = (field: string) =>
    issues.push(notice('output.discarded', { hook: hook.id }, `${nativeOf(spec)} does not read "${field}".`))
  if (output.continue === false) {
    if (spec.discards.includes('continue')) discard('continue')
    else effects.push({ kind: 'stop', ...(output.stopReason && { reason: tidy(output.stopReason) }) })
  }
  if (output.systemMessage) {
    if (isOutput(output, reading)) effects.push(...spokenContext(tidy(output.systemMessage), spec))
    else if (spec.discards.includes('systemMessage')) discard('systemMessage')
    else effects.push({ kind: 'message', text: tidy(output.systemMessage) })
  }
  return [...effects, ...terminalEffects(output, reading, issues)]
}

/** A function has no stdout; where the host reads that as context, it reads the message of a callback in its place. */
function isOutput({ decision }: OutputWire, { hook, spec }: Reading): boolean {
  return callsFunction(hook.handler) && spec.contextBy === 'stdout' && decision !== 'block'
}

function spokenContext(text: string, spec: ClaudeEventSpec): Effect[] {
  return text.trim() === '' ? [] : [contextEffect(text, spec)]
}

function terminalEffects(
  { terminalSequence: value }: OutputWire,
  { hook }: Reading,
  issues: Issue[],
): Effect[] {
  if (!value) return []
  if (isAllowedSequence(value)) return [{ kind: 'native', wire: hook.wire, field: 'terminalSequence', value }]
  const problem = '"terminalSequence" holds more than titles, notifications and bells, and was dropped.'
  const hint = 'Only OSC 0, 1, 2, 9, 99, 777 and BEL pass, ended by BEL or ST.'
  issues.push(warning('output.terminal', { hook: hook.id }, problem, hint))
  return []
}
