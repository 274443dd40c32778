import { noAnswer, type Answer, type Decision, type Effect } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { warning, type Issue } from '../../../core/issue.ts'
import { failed } from '../claude/failures.ts'
import { isObject, quote, type JsonObject } from '../claude/shape.ts'
import { clean } from '../claude/text.ts'
import type { Calls } from './calls.ts'
import type { AnswerForm, PlainEventSpec, Verb } from './profile.ts'

type Reading = {
  readonly hook: Hook
  readonly event: Event
  readonly spec: PlainEventSpec
  readonly calls: Calls
}

/** What one JSON object of a hook means, by the keys that its host reads. */
export function readAnswer(document: JsonObject, form: AnswerForm, reading: Reading): Answer {
  const { nested } = form
  if (nested !== undefined && Object.hasOwn(document, nested.key)) {
    const inner = document[nested.key]
    return isObject(inner) ? readAnswer(inner, nested.form, reading) : noAnswer
  }
  const stance = stanceOf(document, form, reading)
  const [unknown] = stance.issues
  if (unknown !== undefined && form.knownWordsOnly === true) return failed('protocol-error', unknown)
  if (stance.decision === 'deny' && form.needsReason === true && stance.reason === undefined)
    return { ...noAnswer, issues: [...stance.issues, noReason(reading)] }
  const isNo = stance.decision === 'deny'
  const rewrite = isNo ? undefined : argumentsIn(document, form, stance.verb)
  const effects = [
    ...stopIn(document, form, stance.reason),
    ...contextIn(innerOf(document, form), form),
    ...(isNo ? [] : messageIn(document, form)),
  ]
  return withRewrite(
    {
      decision: stance.decision,
      ...(stance.reason !== undefined && stance.decision !== 'none' && { reason: stance.reason }),
      effects,
      issues: stance.issues,
    },
    rewrite,
    reading,
  )
}

type Stance = {
  readonly decision: Decision
  readonly verb?: Verb
  readonly reason?: string
  readonly issues: readonly Issue[]
}

/** A deny under any key counts before everything else. */
function stanceOf(document: JsonObject, form: AnswerForm, reading: Reading): Stance {
  const said = form.verbs.flatMap((verb) => spoken(document, verb, form))
  const { flag } = form
  const isNo = flag?.means === 'deny' && document[flag.key] === flag.is
  const first =
    said.find(({ means }) => means === 'deny') ?? said.find(({ means }) => means !== 'none') ?? said[0]
  const decision = isNo ? 'deny' : meaningOf(first?.means)
  const verb = first?.verb ?? form.verbs[0]
  const reason = verb && reasonIn(document, verb)
  return {
    decision,
    ...(verb !== undefined && { verb }),
    ...(reason !== undefined && { reason }),
    issues: unknownWords(document, form, reading),
  }
}

function meaningOf(means: Decision | 'rewrite' | undefined): Decision {
  return means === undefined || means === 'rewrite' ? 'none' : means
}

type Spoken = { readonly verb: Verb; readonly means: Decision | 'rewrite' }

function spoken(document: JsonObject, verb: Verb, form: AnswerForm): readonly Spoken[] {
  const word = wordIn(document, verb.key, form)
  const means = word !== undefined && Object.hasOwn(verb.words, word) ? verb.words[word] : undefined
  return means === undefined ? [] : [{ verb, means }]
}

function wordIn(document: JsonObject, key: string, { anyCase }: AnswerForm): string | undefined {
  const word = Object.hasOwn(document, key) ? document[key] : undefined
  if (typeof word !== 'string') return undefined
  return anyCase === true ? word.trim().toLowerCase() : word
}

function reasonIn(document: JsonObject, { reasons }: Verb): string | undefined {
  const texts = reasons.map((key) => document[key])
  const found = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return found === undefined ? undefined : clean(found)
}

/** The host ignores a word that it does not know, so a guard that writes it lets everything through. */
function unknownWords(document: JsonObject, form: AnswerForm, { hook }: Reading): readonly Issue[] {
  return form.verbs.flatMap(({ key, words }) => {
    const value = Object.hasOwn(document, key) ? (document[key] ?? undefined) : undefined
    const word = wordIn(document, key, form)
    if (value === undefined || (word !== undefined && Object.hasOwn(words, word))) return []
    const problem = `"${key}" is ${quote(value)}, which the host ignores; it knows ${Object.keys(words).join(', ')}.`
    return [warning('output.value', { hook: hook.id }, problem)]
  })
}

function noReason({ hook, event }: Reading): Issue {
  return warning('output.value', { hook: hook.id }, `A deny without a text is ignored on ${event.name}.`)
}

function stopIn(document: JsonObject, { flag }: AnswerForm, reason: string | undefined): readonly Effect[] {
  if (flag?.means !== 'stop' || document[flag.key] !== flag.is) return []
  return [{ kind: 'stop', ...(reason !== undefined && { reason }) }]
}

function messageIn(document: JsonObject, { message = '' }: AnswerForm): readonly Effect[] {
  const text = document[message]
  return typeof text === 'string' && text.trim() !== '' ? [{ kind: 'message', text: clean(text) }] : []
}

/** Where context and new arguments stand. */
function innerOf(document: JsonObject, { inside }: AnswerForm): JsonObject {
  if (inside === undefined) return document
  const inner = document[inside]
  return isObject(inner) ? inner : {}
}

function contextIn(document: JsonObject, { context }: AnswerForm): readonly Effect[] {
  const value = context === undefined ? undefined : document[context]
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return texts.length === 0 ? [] : [{ kind: 'add-context', text: clean(texts.join('\n')) }]
}

type Written = { readonly key: string; readonly value: unknown }

function argumentsIn(document: JsonObject, form: AnswerForm, verb: Verb | undefined): Written | undefined {
  const isRewrite =
    verb !== undefined && spoken(document, verb, form).some(({ means }) => means === 'rewrite')
  const key = form.rewrite ?? (isRewrite ? verb?.arguments : undefined)
  const value = key === undefined ? undefined : (innerOf(document, form)[key] ?? undefined)
  return key === undefined || value === undefined || value === '' ? undefined : { key, value: parsed(value) }
}

/** Some hosts take the JSON text of an object as well. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** New arguments that cannot be used deny the call: to run it with the old ones is not what the hook asked for. */
function withRewrite(answer: Answer, written: Written | undefined, { hook, event, calls }: Reading): Answer {
  if (written === undefined || event.tool === undefined) return answer
  const { key, value } = written
  if (!isObject(value)) {
    const reason = `The hook's "${key}" is not an object but ${quote(value)}, so the tool cannot run with it.`
    const found = warning('output.value', { hook: hook.id }, reason, 'Write an object, or leave the key out.')
    return { ...answer, decision: 'deny', reason, issues: [...answer.issues, found] }
  }
  const patch = calls.canonicalInput(event.tool, value)
  const input = calls.merges ? { ...event.tool.input, ...patch } : patch
  return { ...answer, effects: [...answer.effects, { kind: 'rewrite-input', input }] }
}
