import type { Decision, Effect } from '../../../core/decision.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import type { Reading, Specific } from './reading.ts'
import type { OutputWire, PermissionResultWire } from './wire.ts'

/** What one output decides. */
export type Stance = {
  readonly decision: Decision
  readonly reason?: string | undefined
  /** The block speaks alone: an elicitation gets no reply beside it. */
  readonly alone?: boolean
  /** What the same output also decided, and the block overruled. */
  readonly overruled?: Decision
}

/**
 * Reads the decision of an output that may state it in two places. A top-level block stands whatever the event's own
 * field says (Claude Code 2.1.325). Otherwise the event's own field overrides the older top-level one.
 */
export function readStance(
  output: OutputWire,
  specific: Specific | undefined,
  spec: ClaudeEventSpec,
): Stance {
  if (spec.denyBy === 'action') return readAction(output, specific, spec)
  const newer = newerStance(specific, spec)
  const isFirst = newer !== undefined && spec.form?.ownFirst === true
  if (output.decision === 'block' && !isFirst) return blockOver(newer, output)
  if (newer !== undefined) return newer.decision === 'deny' ? orReason(newer, output) : newer
  return olderStance(output, specific, spec)
}

/** Says which parts of an output its block or defer has overruled. */
export function overruled(stance: Stance, asked: readonly Effect[], { hook }: Reading): readonly Issue[] {
  const { decision } = stance
  const place = { hook: hook.id }
  const said = `The hook's output says both block and ${stance.overruled}; the block stands.`
  const isRefused = decision === 'deny' || decision === 'defer'
  const unused = `"updatedInput" is not used beside ${decision}.`
  return [
    ...(stance.overruled === undefined ? [] : [warning('output.contradiction', place, said)]),
    ...(isRefused && asked.some(({ kind }) => kind === 'rewrite-input')
      ? [notice('output.discarded', place, unused)]
      : []),
  ]
}

function newerStance(specific: Specific | undefined, spec: ClaudeEventSpec): Stance | undefined {
  if (specific?.decision !== undefined && spec.denyBy === 'behavior') return readBehavior(specific.decision)
  const decision = specific?.permissionDecision
  // An allow that the host does not know counts as no decision.
  if (decision === undefined || (decision === 'allow' && !spec.decisions.includes(decision))) return undefined
  return decision === 'defer' ? { decision } : { decision, reason: specific?.permissionDecisionReason }
}

/** Both say no: the newer field has the reason. Else only the block's own reason is about the block. */
function blockOver(newer: Stance | undefined, output: OutputWire): Stance {
  if (newer === undefined) return { decision: 'deny', reason: output.reason }
  if (newer.decision === 'deny') return orReason(newer, output)
  return { decision: 'deny', reason: output.reason, overruled: newer.decision }
}

function orReason(stance: Stance, { reason }: OutputWire): Stance {
  return { ...stance, reason: stance.reason || reason }
}

/** Some hosts have a third word, which the type of answers that programs give does not have. */
const MEANT: ReadonlyMap<string, 'allow' | 'ask'> = new Map([
  ['approve', 'allow'],
  ['ask', 'ask'],
])

/** Beside an event's own part, the top-level reason of an approval is not read. */
function olderStance(
  { decision, reason }: OutputWire,
  specific: Specific | undefined,
  { decisions }: ClaudeEventSpec,
): Stance {
  const meant = MEANT.get(decision ?? '')
  return {
    decision: meant !== undefined && decisions.includes(meant) ? meant : 'none',
    reason: specific === undefined ? reason : specific.permissionDecisionReason,
  }
}

/** A block comes before any action; a decline is a reply and a block at once. */
function readAction(
  { decision, reason }: OutputWire,
  specific: Specific | undefined,
  { event }: ClaudeEventSpec,
): Stance {
  const isResult = event === 'ElicitationResult'
  if (decision === 'block') {
    const said = reason || (isResult ? 'Elicitation result blocked by hook' : 'Elicitation blocked by hook')
    return { decision: 'deny', reason: said, alone: true }
  }
  if (specific?.action !== 'decline') return { decision: 'none' }
  const said = reason || (isResult ? 'Elicitation result blocked by hook' : 'Elicitation denied by hook')
  return { decision: 'deny', reason: said }
}

/** Every behaviour other than allow is a deny. */
function readBehavior({ behavior, message }: PermissionResultWire): Stance {
  return behavior === 'allow' ? { decision: 'allow' } : { decision: 'deny', reason: message }
}
