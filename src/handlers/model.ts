import { createHash, randomBytes } from 'node:crypto'
import type { Event } from '../core/event.ts'
import type { HandlerSpec, Hook } from '../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../core/issue.ts'
import type { Note, Outcome } from '../core/outcome.ts'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import { excerpt } from '../ports/model-excerpt.ts'
import { MODEL_HINT, type Model, type ModelReply } from '../ports/model.ts'
import type { Handler, StepInput } from './handler.ts'
import { givenConversation, messagesOf, writtenConversation, type Conversation } from './conversation.ts'
import { buildPrompt } from './model-prompt.ts'
import { judgeAtOnce, judgeInTurns, type Ask, type Judged } from './model-turns.ts'
import { createReadTools } from './read-tools/index.ts'
import { namedTranscripts, transcriptOf, type Whose } from './transcript.ts'
import { withinTime } from './within-time.ts'

export type ModelParts = {
  readonly clock: Clock
  readonly files: Files
  /** An issue says why there is none. */
  readonly model: Model | Issue | undefined
  /** Finds the model that an event's variables name. Used only when `model` is undefined. */
  readonly modelOf?: (variables: StepInput['variables']) => Model | Issue | undefined
  /** Says whose conversation comes with an event of this name: the agent's or a subagent's. Absent: no event has one. */
  readonly conversationOf?: (event: string) => Whose | undefined
}

/** In characters or bytes. Half a payload would be half a judgement, so a larger one is none. */
const MAX_PAYLOAD = 1_000_000

type ModelSpec = Extract<HandlerSpec, { type: 'model' }>

/** Asks a language model about the event. Its judgement is the answer's body; what it means is for the dialect. */
export function createModelHandler(parts: ModelParts): Handler {
  const { clock, files, model: given, modelOf, conversationOf } = parts
  return (step) => {
    const spec = step.hook.handler
    if (spec.type !== 'model') throw new TypeError(`not a model hook: ${spec.type}`)
    const model = given ?? modelOf?.(step.variables)
    if (model === undefined || isIssue(model))
      return Promise.resolve({ kind: 'not-started', issue: model ?? missing(step.hook), ms: 0 })
    if (step.input.length > MAX_PAYLOAD)
      return Promise.resolve({ kind: 'not-started', issue: tooLarge(step.hook), ms: 0 })
    return withinTime(step, clock, (time) =>
      judge(step, spec, { model, files, clock, whose: conversationOf?.(step.event.name), ...time }),
    )
  }
}

type Judging = {
  readonly model: Model
  readonly files: Files
  readonly clock: Clock
  readonly whose: Whose | undefined
  readonly signal: AbortSignal
  readonly elapsed: () => number
}

async function judge(step: StepInput, spec: ModelSpec, judging: Judging): Promise<Outcome> {
  const { model, files, clock, signal, elapsed } = judging
  const conversation = findConversation(step.event, judging)
  const note = {
    model: spec.model ?? 'default',
    prompt: `sha256:${sha256(spec.prompt)}`,
    ...(conversation && { conversation: countsOf(conversation) }),
  }
  const ask: Ask = async (request) => {
    signal.throwIfAborted()
    const named = spec.model !== undefined && { model: spec.model }
    const reply = checkReply(await model({ ...named, ...request }, { signal }))
    if (reply.model !== undefined) note.model = excerpt(reply.model, 100)
    return reply
  }
  try {
    const transcripts = spec.form === 'agent' ? namedTranscripts(step.event, files) : []
    const prompt = buildPrompt({
      ...spec,
      payload: payloadOf(step),
      marker: randomBytes(16).toString('hex'),
      hasTranscript: transcripts.length > 0,
      ...(conversation && { conversation }),
    })
    const said =
      spec.form === 'prompt'
        ? await judgeAtOnce(ask, prompt)
        : await judgeInTurns(
            ask,
            prompt,
            createReadTools({ files, clock, event: step.event, signal, transcripts }),
          )
    return toOutcome(said, { hook: step.hook, note, ms: elapsed() })
  } catch (error) {
    return { kind: 'failed', issue: noReply(step.hook, error), note, ms: elapsed() }
  }
}

/** What the program hands over with any event; else, where hosts give it along, what the transcript holds. */
function findConversation(event: Event, { whose, files }: Judging): Conversation | undefined {
  const messages = messagesOf(event)
  if (messages !== undefined) return givenConversation(messages)
  return whose === undefined ? undefined : writtenConversation(transcriptOf(event, whose, files))
}

/** For the log: numbers, never content. */
function countsOf(conversation: Conversation): string {
  if (conversation.kind === 'none') return `none: ${conversation.why}`
  return `${conversation.lines.length} of ${conversation.total} messages`
}

function toOutcome(said: Judged, { hook, note, ms }: { hook: Hook; note: Note; ms: number }): Outcome {
  if (said.kind === 'judged') return { kind: 'answered', body: said.judgement, note, ms }
  const problem =
    said.kind === 'invalid'
      ? issue('model.answer', placeOf(hook), `The model's answer ${said.why}.`)
      : issue('model.turns', placeOf(hook), `The model ${said.why}.`)
  const detail = excerpt(said.said)
  const found = detail === '' ? problem : { ...problem, detail }
  return { kind: 'failed', issue: found, failure: 'protocol-error', note, ms }
}

/** A program's own model may be plain JavaScript. */
function checkReply(reply: ModelReply): ModelReply {
  const { text, calls = [] } = (reply ?? {}) as Partial<ModelReply>
  if (typeof text !== 'string' || !Array.isArray(calls))
    throw new TypeError('its reply has no `text` or no list of `calls`')
  return { ...reply, text, calls }
}

/** It came in as bytes of JSON or as JSON. */
function payloadOf({ input }: StepInput): string {
  return (typeof input === 'string' ? input : new TextDecoder().decode(input)).trim()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function placeOf({ id, source: { file, pointer } }: Hook): Place {
  return { file, pointer, hook: id }
}

function missing(hook: Hook): Issue {
  return issue('model.missing', placeOf(hook), 'It needs a language model, and none is set up.', MODEL_HINT)
}

function tooLarge(hook: Hook): Issue {
  const problem = `The event is too large to ask a model about: more than ${MAX_PAYLOAD} characters.`
  return issue('model.payload', placeOf(hook), problem)
}

function noReply(hook: Hook, error: unknown): Issue {
  const said = excerpt(error instanceof Error ? error.message : String(error), 400)
  return issue('model.failed', placeOf(hook), `The model did not reply: ${said || 'no reason given'}`)
}
