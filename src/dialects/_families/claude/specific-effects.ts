import type { Effect } from '../../../core/decision.ts'
import type { Hook } from '../../../core/hook.ts'
import { notice, warning } from '../../../core/issue.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import type { Reading, Specific, Tidying } from './reading.ts'
import { isObject } from './shape.ts'
import { CLASSIFIER_CAP } from './text.ts'
import type { PermissionResultWire, SpecificOutputWire } from './wire.ts'

/** Fields with a meaning of their own; every other one is passed on as native. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'permissionDecision',
  'permissionDecisionReason',
  'additionalContext',
  'updatedInput',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'initialUserMessage',
  'watchPaths',
  'worktreePath',
  'retry',
  'action',
  'content',
  'decision',
])

/** What the event's own part of an output asks for. */
export function specificEffects(specific: Specific, reading: Reading, tidying: Tidying): Effect[] {
  const { additionalContext, updatedInput, initialUserMessage, watchPaths, action, decision } = specific
  const { spec, hook } = reading
  const { tidy } = tidying
  const effects: Effect[] = []
  if (additionalContext) effects.push(contextEffect(tidy(additionalContext), spec))
  effects.push(...rewrite(updatedInput), ...newOutput(specific, reading, tidying))
  if (initialUserMessage) effects.push({ kind: 'initial-message', text: tidy(initialUserMessage) })
  if (watchPaths) effects.push(watch(watchPaths, reading, tidying))
  if (specific.retry) effects.push({ kind: 'retry' })
  if (specific.worktreePath) effects.push({ kind: 'worktree-path', path: specific.worktreePath })
  if (action) effects.push(elicitationReply(action, specific.content))
  if (decision && spec.denyBy === 'behavior') effects.push(...permissionResult(decision, tidy))
  const heard = isTitled(specific, reading, tidying) ? specific : { ...specific, sessionTitle: undefined }
  return [...effects, ...nativeEffects(heard, hook, tidy)]
}

export function contextEffect(text: string, spec: ClaudeEventSpec): Effect {
  return { kind: spec.effects.includes('keep-going') ? 'keep-going' : 'add-context', text }
}

/** An empty input counts as none. */
function rewrite(input: unknown): Effect[] {
  return isObject(input) && Object.keys(input).length > 0 ? [{ kind: 'rewrite-input', input }] : []
}

/** The older field replaces what an MCP tool gave back, and nothing else; empty it counts as none. */
function newOutput(specific: Specific, { hook, event }: Reading, { issues }: Tidying): Effect[] {
  const { updatedToolOutput: output, updatedMCPToolOutput: older } = specific
  if (output !== undefined) return [{ kind: 'rewrite-output', output }]
  if (isEmpty(older)) return []
  if (event?.tool === undefined || event.tool.name.startsWith('mcp__'))
    return [{ kind: 'rewrite-output', output: older }]
  const problem = '"updatedMCPToolOutput" has no effect on a tool that is not of an MCP server.'
  issues.push(notice('output.discarded', { hook: hook.id }, problem, 'Use "updatedToolOutput".'))
  return []
}

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The host watches whole paths; where a relative one would start is nobody's guess. */
function watch(paths: readonly string[], { hook }: Reading, { issues }: Tidying): Effect {
  const relative = paths.filter((path) => !/^(?:[\\/]|[A-Za-z]:[\\/])/.test(path))
  const problem = `watchPaths must be absolute; "${relative.join('", "')}" cannot be relied on.`
  if (relative.length > 0) issues.push(warning('output.path', { hook: hook.id }, problem))
  return { kind: 'watch-paths', paths }
}

function elicitationReply(
  action: 'accept' | 'decline' | 'cancel',
  content: SpecificOutputWire['content'],
): Effect {
  return { kind: 'elicitation-reply', action, ...(action === 'accept' && content && { content }) }
}

/** The new input is an effect of its own, so that rules and guards look at it again like at any rewrite. */
function permissionResult(result: PermissionResultWire, tidy: Tidying['tidy']): Effect[] {
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = result
  const kind = 'permission-result'
  if (behavior !== 'allow') {
    const said = message !== undefined && { message: tidy(message) }
    return [{ kind, behavior: 'deny', ...said, ...(interrupt === true && { interrupt }) }]
  }
  return [
    ...rewrite(updatedInput),
    { kind, behavior, ...(updatedPermissions && { permissions: updatedPermissions }) },
  ]
}

function nativeEffects(specific: Specific, hook: Hook, tidy: Tidying['tidy']): Effect[] {
  return Object.entries(specific)
    .filter(([field, value]) => isNative(field, value))
    .map(([field, value]) => ({
      kind: 'native',
      wire: hook.wire,
      field,
      value: typeof value === 'string' ? tidy(value, LIMITS[field]) : value,
    }))
}

/** A session that only goes on keeps its title. */
function isTitled({ sessionTitle }: Specific, { hook, event }: Reading, { issues }: Tidying): boolean {
  const source = event?.name === 'SessionStart' ? event.fields['source'] : undefined
  if (sessionTitle === undefined || (source !== 'clear' && source !== 'compact')) return true
  const problem = `"sessionTitle" is not read when a session starts by "${source}".`
  issues.push(notice('output.discarded', { hook: hook.id }, problem))
  return false
}

const LIMITS: Readonly<Record<string, number>> = { classifierContext: CLASSIFIER_CAP }

function isNative(field: string, value: unknown): boolean {
  const isAbsent = value === undefined || value === null || value === '' || value === false
  return !UNDERSTOOD.has(field) && !isAbsent
}
