import { emptyVerdict, type Decision, type Reply, type Verdict } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import type { Issue } from '../../../core/issue.ts'
import { reasonOf, textOf } from '../claude/phrases.ts'
import { cap, clean } from '../claude/text.ts'
import type { Calls } from './calls.ts'
import { specOf } from './event-table.ts'
import type { AnswerForm, PlainEventSpec, PlainProfile } from './profile.ts'

type Named = Pick<Event, 'name'> & Partial<Event>
type Document = Readonly<Record<string, unknown>>

/** What a reply is made for, and how calls are written there. */
export type Speaker = { readonly profile: PlainProfile; readonly calls: Calls }

/** JSON and exit 0 where the event reads JSON; else a deny is exit code 2, and plain text is context. */
export function encodeReply(event: Named, verdict: Verdict, speaker: Speaker): Reply {
  const spec = specOf(speaker.profile, event)
  const fitted = settled({ ...verdict, decision: expressible(verdict.decision, spec) }, event, speaker)
  return spec.answer === undefined
    ? plainReply(fitted, spec, speaker.profile)
    : documentReply(fitted, { spec, event, speaker, form: spec.answer })
}

/** Our own failure in this host's terms. */
export function encodeFailure(
  event: Named,
  problem: Issue,
  policy: 'ignore' | 'deny',
  speaker: Speaker,
): Reply {
  const { message, hint } = problem
  const text = `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
  const { decisions } = specOf(speaker.profile, event)
  if (policy === 'ignore' || !decisions.includes('deny')) return noted([text], speaker.profile)
  const reply = encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: text }, speaker)
  return reply.stdout === '' ? reply : { ...reply, stderr: lines([text]) }
}

/** Exit code 2 is a no where the host has one by exit code, or a failure that may be one; elsewhere it shows stderr at most. */
export function encodeWithoutStdout(
  event: Named,
  reason: string,
  { profile }: Pick<Speaker, 'profile'>,
): Reply {
  return specOf(profile, event).exit2 !== 'ignored'
    ? refusal([clean(reason)], profile)
    : noted([clean(reason)], profile)
}

/** `fit` has usually done this already. A verdict that did not go through it must not be weakened either. */
function expressible(decision: Decision, { decisions }: PlainEventSpec): Decision {
  if (decision === 'none' || decisions.includes(decision)) return decision
  return decision !== 'allow' && decisions.includes('deny') ? 'deny' : 'none'
}

/** A new input that the host's arguments cannot express is denied. */
function settled(verdict: Verdict, { tool }: Named, { calls }: Speaker): Verdict {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || tool === undefined || verdict.decision === 'deny') return verdict
  const call = calls.rewrite(tool, rewrite.input)
  if (typeof call !== 'string') return verdict
  return { ...verdict, decision: 'deny', reason: `A hook changed the input, and ${call}.` }
}

function plainReply(verdict: Verdict, spec: PlainEventSpec, profile: PlainProfile): Reply {
  const notes = homeless(verdict, spec)
  if (verdict.decision === 'deny') return refusal([reasonOf(verdict), ...notes], profile)
  const context = spec.stdout === 'context' ? textOf(verdict, 'add-context') : ''
  if (context === '') return noted(notes, profile)
  return { stdout: `${context}\n`, stderr: lines(notes), exitCode: 0 }
}

/** The host may keep only the start of the text; then it ends in words that say so. */
function refusal(texts: readonly string[], { stderrCap }: PlainProfile): Reply {
  const text = texts.join('\n')
  return {
    stdout: '',
    stderr: lines([stderrCap === undefined ? text : cap(text, stderrCap).text]),
    exitCode: 2,
  }
}

/** Texts for the user; some hosts show them with one exit code only. */
function noted(texts: readonly string[], { shownExit = 0 }: PlainProfile): Reply {
  return { stdout: '', stderr: lines(texts), exitCode: texts.length === 0 ? 0 : shownExit }
}

type Parts = {
  readonly spec: PlainEventSpec
  readonly event: Named
  readonly speaker: Speaker
  readonly form: AnswerForm
}

function documentReply(verdict: Verdict, parts: Parts): Reply {
  const { spec, form } = parts
  const context = spec.effects.includes('add-context') ? textOf(verdict, 'add-context') : ''
  const stop = spec.effects.includes('stop') ? verdict.effects.find(({ kind }) => kind === 'stop') : undefined
  const isRefused = verdict.decision === 'deny' || stop !== undefined
  const message = isRefused || form.message === undefined ? '' : textOf(verdict, 'message')
  const inner = {
    ...(context !== '' && form.context !== undefined && { [form.context]: context }),
    ...(!isRefused && rewriteOf(verdict, parts)),
  }
  const document = {
    ...(isRefused ? wordFor('deny', form) : wordFor(verdict.decision, form)),
    ...(isRefused && { [reasonKey(form)]: refusedBecause(verdict) }),
    ...(stop !== undefined && form.flag !== undefined && { [form.flag.key]: form.flag.is }),
    ...(message !== '' && form.message !== undefined && { [form.message]: message }),
    ...(form.inside === undefined || Object.keys(inner).length === 0 ? inner : { [form.inside]: inner }),
  }
  const stdout = Object.keys(document).length === 0 ? '' : `${JSON.stringify(document)}\n`
  const notes = homeless(verdict, spec).filter((text) => text !== message)
  return { stdout, stderr: lines(notes), exitCode: 0 }
}

/** The reason of the deny, or of a stop without a deny. */
function refusedBecause(verdict: Verdict): string {
  const stop = verdict.effects.find((effect) => effect.kind === 'stop')
  if (verdict.decision === 'deny' || stop?.reason === undefined) return reasonOf(verdict)
  return clean(stop.reason)
}

function wordFor(decision: Decision | 'rewrite', { verbs: [verb] }: AnswerForm): Document {
  const word = Object.entries(verb?.words ?? {}).find(([, means]) => means === decision)?.[0]
  return verb === undefined || word === undefined || decision === 'none' ? {} : { [verb.key]: word }
}

function reasonKey({ verbs: [verb] }: AnswerForm): string {
  return verb?.reasons[0] ?? 'reason'
}

function rewriteOf(verdict: Verdict, { spec, event: { tool }, speaker, form }: Parts): Document {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || tool === undefined || !spec.effects.includes('rewrite-input')) return {}
  const call = speaker.calls.rewrite(tool, rewrite.input)
  if (typeof call === 'string') return {}
  const [verb] = form.verbs
  if (form.rewrite !== undefined) return { [form.rewrite]: call.nativeInput }
  return verb?.arguments === undefined
    ? {}
    : { ...wordFor('rewrite', form), [verb.arguments]: call.nativeInput }
}

/** Texts for which this event has no other place. */
function homeless(verdict: Verdict, spec: PlainEventSpec): readonly string[] {
  const context = spec.effects.includes('add-context') ? '' : textOf(verdict, 'add-context')
  const reason = verdict.decision === 'none' && verdict.reason !== undefined ? reasonOf(verdict) : ''
  return [textOf(verdict, 'message'), context, reason].filter((text) => text !== '')
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
