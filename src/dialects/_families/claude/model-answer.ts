import { noAnswer, type Answer, type Effect } from '../../../core/decision.ts'
import type { HandlerSpec } from '../../../core/hook.ts'
import { issue, notice, type Issue } from '../../../core/issue.ts'
import { settle, tidyText } from './document.ts'
import { nativeOf } from './event-spec.ts'
import { failed } from './failures.ts'
import type { Reading } from './reading.ts'
import { isObject } from './shape.ts'

export type ModelSpec = Extract<HandlerSpec, { type: 'model' }>

/** `deny` tells the host no (feedback, where the action is over); `stop` ends the turn, or the teammate. */
type Refusal = 'deny' | 'stop' | 'deny and stop' | 'nothing'

type Row = {
  readonly no: Refusal
  /** With `continueOnBlock`, and for every agent. Absent: the same. */
  readonly gently?: Refusal
  /** The answer may say that going on is pointless. */
  readonly mayGiveUp?: true
}

/** What `ok: false` does. Facts as of Claude Code 2.1.325; a refused tool call ends the turn since 2.1.210. */
const REFUSALS: Readonly<Record<string, Row>> = {
  Stop: { no: 'deny', mayGiveUp: true },
  SubagentStop: { no: 'deny', mayGiveUp: true },
  PreToolUse: { no: 'deny and stop', gently: 'deny' },
  PostToolUse: { no: 'deny and stop', gently: 'deny' },
  PostToolBatch: { no: 'deny and stop' },
  UserPromptSubmit: { no: 'deny and stop' },
  UserPromptExpansion: { no: 'deny and stop' },
  PostToolUseFailure: { no: 'deny' },
  TaskCreated: { no: 'deny' },
  TaskCompleted: { no: 'deny' },
  // A deny keeps the teammate working, so here the two exclude each other.
  TeammateIdle: { no: 'stop', gently: 'deny' },
  PermissionRequest: { no: 'nothing' },
  PermissionDenied: { no: 'nothing' },
}

const UNLISTED: Row = { no: 'deny' }

/** What a judge said, as an answer. A yes is no permission: the judge reads what it judges, and may be talked into it. */
export function readModelAnswer(body: unknown, spec: ModelSpec, reading: Reading): Answer {
  if (!isObject(body) || typeof body['ok'] !== 'boolean')
    return failed('protocol-error', noJudgement(reading))
  if (body['ok']) return noAnswer
  const issues: Issue[] = []
  const said = typeof body['reason'] === 'string' ? tidyText(body['reason'], reading, issues).trim() : ''
  const reason = said === '' ? 'The model said no without a reason.' : said
  const row = Object.hasOwn(REFUSALS, reading.spec.event) ? REFUSALS[reading.spec.event] : undefined
  const answer = refuse(row ?? UNLISTED, reason, { spec, reading, givesUp: body['impossible'] === true })
  return { ...answer, issues: [...issues, ...answer.issues] }
}

type Refusing = { readonly spec: ModelSpec; readonly reading: Reading; readonly givesUp: boolean }

function refuse(row: Row, reason: string, { spec, reading, givesUp }: Refusing): Answer {
  if (row.mayGiveUp && givesUp && spec.form === 'prompt')
    return { ...noAnswer, issues: [gaveUp(reason, reading)] }
  const isGentle = spec.continueOnBlock || spec.form === 'agent'
  const refusal = isGentle ? (row.gently ?? row.no) : row.no
  const stop: readonly Effect[] = refusal.endsWith('stop') ? [{ kind: 'stop', reason }] : []
  if (refusal === 'nothing') return { ...noAnswer, issues: [withoutEffect(reading)] }
  if (refusal === 'stop') return { ...noAnswer, effects: stop }
  const settled = settle('deny', reason, reading)
  return {
    ...settled,
    ...(settled.decision === 'deny' && { reason }),
    effects: [...settled.effects, ...stop],
  }
}

function gaveUp(reason: string, { hook, spec }: Reading): Issue {
  const problem = `The model holds the condition for impossible, so ${nativeOf(spec)} goes through: ${reason}`
  return notice('model.impossible', { hook: hook.id }, problem)
}

function withoutEffect({ hook, spec }: Reading): Issue {
  return notice('output.cannot-block', { hook: hook.id }, `A model's no has no effect on ${nativeOf(spec)}.`)
}

function noJudgement({ hook }: Reading): Issue {
  return issue('model.answer', { hook: hook.id }, 'The model gave no answer with `ok` in it.')
}
