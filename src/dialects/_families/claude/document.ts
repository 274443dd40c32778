import type { Answer, Decision, Effect } from '../../../core/decision.ts'
import type { Hook } from '../../../core/hook.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import type { ClaudeEventSpec } from './events.ts'
import { isObject } from './shape.ts'
import { cleanAndCap } from './text.ts'
import type { OutputWire, PermissionResultWire, SpecificOutputWire } from './wire.ts'

/** Whose output is read, for which event. */
export type Reading = { readonly hook: Hook; readonly spec: ClaudeEventSpec }

/** Fields of `hookSpecificOutput` with a meaning of their own; every other one is passed on as native. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'permissionDecision',
  'permissionDecisionReason',
  'additionalContext',
  'updatedInput',
  'updatedToolOutput',
  'initialUserMessage',
  'watchPaths',
  'worktreePath',
  'retry',
  'action',
  'content',
  'decision',
])

/** What a checked JSON output asks for. */
export function readDocument(output: OutputWire, reading: Reading): Answer {
  const issues: Issue[] = []
  const tidy = (value: string) => tidyText(value, reading, issues)
  const specific = readFields(output, reading.spec)
  const stance = readStance(output, specific, reading.spec)
  const effects = [
    ...commonEffects(output, reading, { tidy, issues }),
    ...(specific ? specificEffects(specific, reading, tidy) : []),
  ].filter((effect) => isKept(effect, stance.decision))
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
  const problem = `${spec.event} cannot be blocked; the hook's block has no effect${shown ? ' beyond its message' : ''}.`
  return {
    decision: 'none',
    effects: shown ? [{ kind: 'message', text: reason }] : [],
    issues: [notice('output.cannot-block', { hook: hook.id }, problem)],
  }
}

export function tidyText(value: string, { hook }: Reading, issues: Issue[]): string {
  const { text, cut } = cleanAndCap(value)
  if (cut)
    issues.push(
      warning(
        'output.cut',
        { hook: hook.id },
        'A text of the hook was longer than 10,000 characters and was cut.',
      ),
    )
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

type Specific = Omit<SpecificOutputWire, 'hookEventName'>

/** The permission field overrides the older top-level one; so does its reason, except that a deny takes either. */
function readStance(
  output: OutputWire,
  specific: Specific | undefined,
  spec: ClaudeEventSpec,
): { decision: Decision; reason?: string | undefined } {
  const older = olderDecision(output, spec)
  if (specific?.decision !== undefined && spec.denyBy === 'behavior') return readBehavior(specific.decision)
  if (specific?.action === 'decline' && spec.denyBy === 'action')
    return { decision: 'deny', reason: output.reason }
  const decision = specific?.permissionDecision ?? older
  if (decision === 'defer') return { decision }
  if (decision === 'deny') return { decision, reason: specific?.permissionDecisionReason ?? output.reason }
  const reason = specific === undefined ? output.reason : specific.permissionDecisionReason
  return { decision, reason }
}

function olderDecision(output: OutputWire, spec: ClaudeEventSpec): Decision {
  if (output.decision === 'block') return 'deny'
  return output.decision === 'approve' && spec.decisions.includes('allow') ? 'allow' : 'none'
}

/** Every behaviour other than allow is a deny. */
function readBehavior(result: PermissionResultWire): { decision: Decision; reason?: string | undefined } {
  if (result.behavior === 'allow') return { decision: 'allow' }
  return { decision: 'deny', reason: typeof result.message === 'string' ? result.message : undefined }
}

/** A deny takes no rewrite, and a defer nothing at all beside itself. */
function isKept(effect: Effect, decision: Decision): boolean {
  if (effect.kind === 'rewrite-input') return decision !== 'deny' && decision !== 'defer'
  return !(effect.kind === 'add-context' && decision === 'defer')
}

type Tidy = (value: string) => string

function commonEffects(
  output: OutputWire,
  { hook, spec }: Reading,
  { tidy, issues }: { tidy: Tidy; issues: Issue[] },
): Effect[] {
  const effects: Effect[] = []
  const discard = (field: string) =>
    issues.push(notice('output.discarded', { hook: hook.id }, `${spec.event} does not read "${field}".`))
  if (output.continue === false) {
    if (spec.discards.includes('continue')) discard('continue')
    else effects.push({ kind: 'stop', ...(output.stopReason && { reason: tidy(output.stopReason) }) })
  }
  if (output.systemMessage) {
    if (spec.discards.includes('systemMessage')) discard('systemMessage')
    else effects.push({ kind: 'message', text: tidy(output.systemMessage) })
  }
  if (output.terminalSequence) effects.push(native(hook, 'terminalSequence', output.terminalSequence))
  return effects
}

function specificEffects(specific: Specific, { hook, spec }: Reading, tidy: Tidy): Effect[] {
  const { additionalContext, updatedInput, updatedToolOutput, initialUserMessage, watchPaths } = specific
  const effects: Effect[] = []
  if (additionalContext) effects.push(contextEffect(tidy(additionalContext), spec))
  effects.push(...rewrite(updatedInput))
  if (updatedToolOutput !== undefined) effects.push({ kind: 'rewrite-output', output: updatedToolOutput })
  if (initialUserMessage) effects.push({ kind: 'initial-message', text: tidy(initialUserMessage) })
  if (watchPaths) effects.push({ kind: 'watch-paths', paths: watchPaths })
  if (specific.retry) effects.push({ kind: 'retry' })
  if (specific.worktreePath) effects.push({ kind: 'worktree-path', path: specific.worktreePath })
  if (specific.action) effects.push(elicitationReply(specific.action, specific.content))
  if (specific.decision && spec.denyBy === 'behavior') effects.push(...permissionResult(specific.decision))
  return [...effects, ...nativeEffects(specific, hook)]
}

export function contextEffect(text: string, spec: ClaudeEventSpec): Effect {
  return { kind: spec.effects.includes('keep-going') ? 'keep-going' : 'add-context', text }
}

function elicitationReply(
  action: 'accept' | 'decline' | 'cancel',
  content: SpecificOutputWire['content'],
): Effect {
  return { kind: 'elicitation-reply', action, ...(action === 'accept' && content && { content }) }
}

/** An empty input counts as none. */
function rewrite(input: unknown): Effect[] {
  return isObject(input) && Object.keys(input).length > 0 ? [{ kind: 'rewrite-input', input }] : []
}

/** The new input is an effect of its own, so that rules and guards look at it again like at any rewrite. */
function permissionResult(result: PermissionResultWire): Effect[] {
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = result
  const kind = 'permission-result'
  if (behavior !== 'allow') {
    const said = typeof message === 'string' && { message }
    return [{ kind, behavior: 'deny', ...said, ...(interrupt === true && { interrupt }) }]
  }
  const permissions = Array.isArray(updatedPermissions) && { permissions: updatedPermissions }
  return [...rewrite(updatedInput), { kind, behavior, ...permissions }]
}

function nativeEffects(specific: Specific, hook: Hook): Effect[] {
  return Object.entries(specific)
    .filter(([field, value]) => isNative(field, value))
    .map(([field, value]) => native(hook, field, value))
}

function isNative(field: string, value: unknown): boolean {
  const isEmpty = value === undefined || value === null || value === '' || value === false
  return !UNDERSTOOD.has(field) && !isEmpty
}

function native(hook: Hook, field: string, value: unknown): Effect {
  return { kind: 'native', wire: hook.speaks, field, value }
}
