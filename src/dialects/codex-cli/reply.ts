import { emptyVerdict, type Decision, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { reasonOf, textOf } from '../_families/claude/phrases.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { clean } from '../_families/claude/text.ts'
import { DOCUMENTS, type ReplyParts } from './documents.ts'
import { BLOCKED_BY_EXIT, specOf } from './events.ts'
import { rewriteCall } from './rewrite-call.ts'
import { isReadable } from './readable.ts'

type Named = Pick<Event, 'name'> & Partial<Event>

/**
 * Codex refuses a whole document for one key too many or one that is not meant for the event, and the action goes on.
 * So each event has its own document (documents.ts), and one that could be refused anyway is replaced by a deny.
 */
export function encodeReply(event: Named, verdict: Verdict): Reply {
  const parts = partsOf(event, verdict)
  const write = Object.hasOwn(DOCUMENTS, event.name) ? DOCUMENTS[event.name] : undefined
  if (write === undefined) return withoutDocument(parts)
  const text = printed(write(parts))
  if (text === undefined) return encodeReply(event, { ...verdict, ...UNWRITABLE, effects: [] })
  return { stdout: text, stderr: lines(homeless(event, parts)), exitCode: 0 }
}

const UNWRITABLE = {
  decision: 'deny',
  reason: 'A hook changed the input to a value that cannot be handed to Codex CLI as JSON.',
} as const

/** Our own failure in this host's terms. */
export function encodeFailure(event: Named, problem: Issue, policy: 'ignore' | 'deny'): Reply {
  const text = sentence(problem)
  const canDeny = specOf(event).decisions.includes('deny')
  const verdict: Verdict =
    policy === 'deny' && canDeny
      ? { ...emptyVerdict, decision: 'deny', reason: text }
      : { ...emptyVerdict, effects: [{ kind: 'message', text }] }
  return { ...encodeReply(event, verdict), stderr: lines([text]) }
}

/** Exit code 2 needs a text on stderr to block. Where it does not block, it is a failed hook, which shows the text. */
export function encodeWithoutStdout(event: Named, reason: string): Reply {
  const isHeard = BLOCKED_BY_EXIT.has(event.name) || specOf(event).decisions.includes('deny')
  return {
    stdout: '',
    stderr: lines([reasonOf({ ...emptyVerdict, reason: worded(reason) ?? '' })]),
    exitCode: isHeard ? 2 : 0,
  }
}

/** An event that only a newer Codex has: exit code 2 is the one answer that all of its blocking events share. */
function withoutDocument({ decision, reason, message, context }: ReplyParts): Reply {
  const isNo = decision === 'deny'
  return { stdout: '', stderr: lines([...(isNo ? [reason] : []), message, context]), exitCode: isNo ? 2 : 0 }
}

function partsOf(event: Named, verdict: Verdict): ReplyParts {
  const input = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')?.input
  const call = input && event.tool ? rewriteCall(event.tool, input) : undefined
  const isLost = typeof call === 'string'
  const decision = isLost ? 'deny' : expressible(verdict.decision)
  return {
    decision,
    reason: worded(isLost && verdict.decision !== 'deny' ? call : verdict.reason) ?? 'Denied by a hook',
    context: worded(textOf(verdict, 'add-context')) ?? '',
    message: worded(textOf(verdict, 'message')) ?? '',
    keepGoing: worded(textOf(verdict, 'keep-going')) ?? '',
    ...stopOf(verdict),
    ...permissionOf(verdict),
    ...(typeof call === 'object' &&
      decision !== 'deny' &&
      call !== event.tool && { rewrite: call.nativeInput }),
  }
}

/** The host knows neither a question nor a postponed answer. */
function expressible(decision: Decision): ReplyParts['decision'] {
  return decision === 'ask' || decision === 'defer' ? 'deny' : decision
}

function stopOf({ effects }: Verdict): Pick<ReplyParts, 'stop'> {
  const stop = effects.find((effect) => effect.kind === 'stop')
  return stop === undefined ? {} : { stop: worded(stop.reason) ?? 'Stopped by a hook' }
}

function permissionOf({ effects }: Verdict): Pick<ReplyParts, 'permission'> {
  const results = effects.filter((effect) => effect.kind === 'permission-result')
  const result = results.find(({ behavior }) => behavior === 'deny') ?? results[0]
  if (result === undefined) return {}
  const message = worded(result.message)
  return { permission: { behavior: result.behavior, ...(message !== undefined && { message }) } }
}

/** Returns a text that has something to read in it, or undefined: a blank reason makes Codex refuse the whole answer. */
function worded(text: string | undefined): string | undefined {
  const cleaned = text === undefined ? '' : clean(text)
  return cleaned.trim() === '' ? undefined : cleaned
}

/** Undefined when the host could not read it. */
function printed(document: JsonObject): string | undefined {
  if (Object.keys(document).length === 0) return ''
  try {
    const text = JSON.stringify(document)
    return isReadable(text) ? `${text}\n` : undefined
  } catch {
    return undefined
  }
}

/** Texts for which this event has no place in its document; Codex keeps stderr of a hook that succeeds to itself. */
function homeless(event: Named, { context, message }: ReplyParts): readonly string[] {
  const { effects } = specOf(event)
  return [effects.includes('message') ? '' : message, effects.includes('add-context') ? '' : context]
}

function lines(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('')
}

function sentence({ message, hint }: Issue): string {
  const text = `hookwright: ${message}`
  return hint === undefined ? text : `${text} ${hint}`
}
