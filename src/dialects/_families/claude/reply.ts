import { emptyVerdict, type Decision, type Reply, type Verdict } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import type { Issue } from '../../../core/issue.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import { specFor, specOf } from './event-table.ts'
import { nativeFields, reasonOf, textOf } from './phrases.ts'
import type { HookContract } from './profile.ts'
import { specificOutput, topDecision, type ReplyParts } from './specific-output.ts'
import { clean } from './text.ts'

type Spoken = Pick<HookContract, 'events' | 'wire'>
type Named = Pick<Event, 'name'> & Partial<Event>

/**
 * One JSON document and exit 0 wherever the event reads JSON: exit 2 would drop context and rewrites,
 * and the host would put its own error label before a reason that is no error.
 */
export function encodeReply(event: Named, verdict: Verdict, { events, wire }: Spoken): Reply {
  const spec = specFor(events, event)
  const parts = { spec, verdict: { ...verdict, decision: expressible(verdict.decision, spec) }, wire }
  const document = printed({ ...topLevel(parts), ...specificOutput(parts) }, spec)
  const notes = homeless(parts)
  if (parts.verdict.decision === 'deny' && (spec.denyBy === 'exit-2' || spec.form?.exitsToo))
    return { stdout: document, stderr: lines([reasonOf(verdict), ...notes]), exitCode: 2 }
  const stdout = plainStdout(parts) ?? document
  if (parts.verdict.decision === 'none' && spec.form?.silenceAllows)
    return { stdout, stderr: lines([NO_OPINION, ...notes]), exitCode: 1 }
  // On these events the host shows stderr to the user only when the exit code is 2; it blocks nothing.
  const exitCode = spec.exit2 === 'message' && notes.length > 0 && stdout === '' ? 2 : 0
  return { stdout, stderr: lines(notes), exitCode }
}

const NO_OPINION = 'hookwright: No hook decided; the host asks as it would without hooks.'

/** Our own failure in this host's terms. */
export function encodeFailure(
  event: Named,
  problem: Issue,
  { policy, profile }: { readonly policy: 'ignore' | 'deny'; readonly profile: Spoken },
): Reply {
  const spec = specOf(profile.events, event)
  const text = sentence(problem)
  if (policy === 'deny' && spec.decisions.includes('deny')) {
    const reply = encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: text }, profile)
    return { ...reply, stderr: lines([text]) }
  }
  const isShown = !spec.discards.includes('systemMessage')
  const stdout = isShown ? `${JSON.stringify({ systemMessage: text })}\n` : ''
  return { stdout, stderr: lines([text]), exitCode: spec.form?.silenceAllows ? 1 : 0 }
}

/**
 * Exit code 2 blocks whatever was written to stdout, and stderr is the reason. On `PermissionRequest` the host ignores it
 * and asks the person as it would have without us; elsewhere, where nothing can be denied, it shows stderr at most.
 */
export function encodeWithoutStdout(event: Named, reason: string, { events }: Spoken): Reply {
  const { decisions, exit2 } = specFor(events, event)
  const isHeard = decisions.includes('deny') || exit2 === 'message'
  return { stdout: '', stderr: lines([clean(reason)]), exitCode: isHeard ? 2 : 0 }
}

/** `fit` has done this before; a verdict that skipped it must still never be weakened. */
function expressible(decision: Decision, { decisions }: ClaudeEventSpec): Decision {
  if (decision === 'none' || decisions.includes(decision)) return decision
  return decision !== 'allow' && decisions.includes('deny') ? 'deny' : 'none'
}

function topLevel({ spec, verdict, wire }: ReplyParts): Readonly<Record<string, unknown>> {
  const stop = verdict.effects.find((effect) => effect.kind === 'stop')
  const message = textOf(verdict, 'message')
  const { terminalSequence } = nativeFields(verdict, wire) as { terminalSequence?: unknown }
  return {
    ...(stop && !spec.discards.includes('continue') && stopFields(stop)),
    ...(verdict.decision === 'deny' && spec.denyBy === 'stop' && stopFields({ reason: reasonOf(verdict) })),
    ...(message !== '' && !spec.discards.includes('systemMessage') && { systemMessage: message }),
    ...(terminalSequence !== undefined && { terminalSequence }),
    ...(spec.form?.place !== 'inside' && topDecision(spec, verdict)),
  }
}

function stopFields({ reason }: { readonly reason?: string }): Readonly<Record<string, unknown>> {
  return { continue: false, ...(reason !== undefined && { stopReason: clean(reason) }) }
}

function printed(document: Readonly<Record<string, unknown>>, spec: ClaudeEventSpec): string {
  if (spec.stdout === 'path' || Object.keys(document).length === 0) return ''
  return `${JSON.stringify(document)}\n`
}

/** Two events take plain text: a path, or instructions that no field carries. */
function plainStdout({ spec, verdict }: ReplyParts): string | undefined {
  if (spec.stdout === 'path') {
    const path = verdict.effects.find((effect) => effect.kind === 'worktree-path')?.path
    return path === undefined ? '' : `${path}\n`
  }
  if (spec.contextBy !== 'stdout' || verdict.decision === 'deny') return undefined
  const context = textOf(verdict, 'add-context')
  return context === '' ? undefined : `${context}\n`
}

/** Texts for which this event has no place in JSON. */
function homeless({ spec, verdict }: ReplyParts): readonly string[] {
  const message = spec.discards.includes('systemMessage') ? textOf(verdict, 'message') : ''
  const context = spec.effects.includes('add-context') ? '' : textOf(verdict, 'add-context')
  const reason = verdict.decision === 'none' && verdict.reason !== undefined ? reasonOf(verdict) : ''
  return [message, context, reason].filter((text) => text !== '')
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}

function sentence({ message, hint }: Issue): string {
  const text = `hookwright: ${message}`
  return hint === undefined ? text : `${text} ${hint}`
}
