import { noAnswer, type Answer } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { keepHeldBack } from '../../../core/held-back.ts'
import { describeHandler, type Hook } from '../../../core/hook.ts'
import { issue, notice, warning, type Issue } from '../../../core/issue.ts'
import type { Said } from '../../../core/outcome.ts'
import { isTooDeep } from '../claude/depth.ts'
import { complaint, crashed, failed, launchOrCrash } from '../claude/failures.ts'
import { missingScript } from '../claude/missing-script.ts'
import { isObject, type JsonObject } from '../claude/shape.ts'
import { clean } from '../claude/text.ts'
import { overflow, settleCut } from '../cut-answer.ts'
import { readAnswer } from './answer.ts'
import { specOf } from './event-table.ts'
import type { PlainEventSpec } from './profile.ts'
import type { Speaker } from './reply.ts'

type Exit = Extract<Said, { kind: 'exited' }>

/** Whose output is read, for which event. */
export type Firing = Speaker & { readonly hook: Hook; readonly event: Event }

type Reading = Firing & { readonly spec: PlainEventSpec }

/** What a hook said, as an answer. Failures leave the decision to the failure policy. */
export function decodeOutput(said: Said, firing: Firing): Answer {
  const native = firing.event.host === firing.profile.name ? firing.event.native : firing.hook.native
  const spec = specOf(firing.profile, { name: firing.event.name, ...(native !== undefined && { native }) })
  const reading = { ...firing, spec }
  if (said.kind === 'answered') return readText(bodyText(said.body), reading)
  return readExit(said, reading)
}

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
}

function readExit(exit: Exit, reading: Reading): Answer {
  const { hook, spec } = reading
  const missing = missingScript(exit, hook)
  if (missing !== undefined && isForeign(hook)) return failed('launch-failure', missing)
  if (exit.stdout.droppedBytes > 0 && exit.stdout.text.trimStart().startsWith('{') && exit.code !== 2)
    return settleCut(failed('overflow', overflow(exit.stdout, hook)), hook, spec)
  if (exit.code === 0) return readText(exit.stdout.text, reading)
  const stops = exit.code === reading.profile.files.haltExit && spec.effects.includes('stop')
  const isNo = exit.code === 2 && (spec.exit2 !== 'failure' || isForeign(hook))
  if (isNo || stops) return refused(exit, reading, stops)
  const failure = failed(launchOrCrash(exit, hook), crashed(exit, hook))
  const document = readObject(exit.stdout.text)
  if (document === undefined || (spec.answer?.anyExit !== true && !isForeign(hook))) return failure
  return keepHeldBack(failure, readDocument(document, reading), hook.id)
}

/** True for an entry of a file of ours. */
function isForeign({ dialect, wire }: Hook): boolean {
  return dialect !== wire
}

/** Exit code 2 denies where the host reads it so, and in a file of ours on every event that can be denied. */
function refused(exit: Exit, reading: Reading, stops: boolean): Answer {
  const { hook, spec } = reading
  const document = readObject(exit.stdout.text)
  const isRead = document !== undefined && (spec.answer?.anyExit === true || isForeign(hook))
  const said = isRead ? readDocument(document, reading) : noAnswer
  if (spec.exit2 !== 'deny' && !(isForeign(hook) && spec.decisions.includes('deny')))
    return withIssue(isRead ? said : noAnswer, cannotBlock(reading), { unheard: true })
  const reason = (said.decision === 'deny' ? said.reason : undefined) ?? exitReason(exit, hook)
  const kept = said.effects.filter(({ kind }) => kind !== 'rewrite-input')
  return {
    decision: 'deny',
    reason,
    effects: stops ? [...kept, { kind: 'stop', reason }] : kept,
    issues: said.issues,
  }
}

function exitReason(exit: Exit, hook: Hook): string {
  const said = complaint(exit, hook)
  return said === '' ? `[${describeHandler(hook.handler)}]: No stderr output` : said
}

function cannotBlock({ hook, spec, event }: Reading): Issue {
  const problem = `Exit code 2 does not block ${event.name} for hooks of this host.`
  const hint = spec.answer === undefined ? undefined : 'Write JSON to stdout and exit 0.'
  return notice('output.cannot-block', { hook: hook.id }, problem, hint)
}

function withIssue(answer: Answer, found: Issue, more: Partial<Answer> = {}): Answer {
  return { ...answer, ...more, issues: [...answer.issues, found] }
}

/** What stdout means at exit 0. */
function readText(stdout: string, reading: Reading): Answer {
  const { spec, hook } = reading
  const text = stdout.replace(/^\uFEFF/, '').trim()
  if (text === '') return noAnswer
  if (spec.stdout === 'context') return { ...noAnswer, effects: [{ kind: 'add-context', text: clean(text) }] }
  if (spec.answer === undefined) return noAnswer
  const document = readObject(text)
  return document === undefined ? unread(text, hook) : readDocument(document, reading)
}

function readDocument(document: JsonObject, { hook, event, spec, calls }: Reading): Answer {
  return spec.answer === undefined
    ? noAnswer
    : readAnswer(document, spec.answer, { hook, event, spec, calls })
}

/** One whole JSON object. */
function readObject(text: string): JsonObject | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, '').trim())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const NO = /"(?:permissionDecision|decision|action)"\s*:\s*"(?:deny|block|ask)"/i

/** The host ignores it. A hook that must not fail open fails. */
function unread(text: string, hook: Hook): Answer {
  const place = { hook: hook.id }
  const hint = 'Write one JSON object to stdout and everything else to stderr.'
  const problem = 'The output is not one JSON object, so the host ignores it.'
  if (hook.onFailure !== 'native' || NO.test(text))
    return failed('protocol-error', issue('output.invalid', place, problem, hint))
  return { ...noAnswer, issues: [warning('output.ignored', place, problem, hint)] }
}
