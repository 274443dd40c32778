import { noAnswer, type Answer, type Effect, type LateAnswer } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { readOutcome } from '../../../core/failure.ts'
import type { Hook } from '../../../core/hook.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import type { Outcome, Said } from '../../../core/outcome.ts'
import { overflow } from '../cut-answer.ts'
import { answerAmong, lateLine, linesOf, readDeclaration } from './declaration.ts'
import { tidyText } from './document.ts'
import { nativeOf, type ClaudeEvents } from './event-spec.ts'
import { specOf } from './event-table.ts'
import { complaint, crashed, failed, launchOrCrash } from './failures.ts'
import { hookName } from './hook-name.ts'
import { readObject } from './read-object.ts'
import type { Reading } from './reading.ts'
import { refusalIn } from './refusal.ts'
import { isObject, quote, type JsonObject } from './shape.ts'
import { clean } from './text.ts'

type Exit = Extract<Outcome, { kind: 'exited' }>

/** A hook that an event started, and the events of the host whose contract it follows. */
export type Firing = { readonly hook: Hook; readonly event: Event; readonly events: ClaudeEvents }

type LateReading = Reading & { readonly event: Event }

/** A hook that ended in the background is too late to decide and in time to tell. */
export function decodeLate(outcome: Outcome, { hook, event, events }: Firing): LateAnswer {
  const reading: LateReading = { hook, event, spec: specOf(events, event) }
  const read = readOutcome(outcome, (_hook, _event, said) => readLate(said, reading), { hook, event })
  const answer = withLostNo(read, outcome, reading)
  const wakes = hook.mode === 'rewake' && outcome.kind === 'exited' && outcome.code === 2
  return wakes ? { answer, wake: wakeText(outcome, reading) } : { answer }
}

/**
 * A hook that should have been waited for declared itself async and denies now, when the action has already happened.
 * Its file does not say `async`, so this may be a mistake, and the user is told. An unknown exit code may be a deny too.
 */
function withLostNo(answer: Answer, outcome: Outcome, reading: LateReading): Answer {
  const { hook, event, spec } = reading
  if (hook.mode !== 'wait' || !spec.gate || outcome.kind !== 'exited') return answer
  const no = lateNo(outcome, reading)
  if (no === undefined) return answer
  const text = `Hook "${hookName(event, hook, spec)}" ${no} It had declared itself async on ${nativeOf(spec)}, so nothing was held back.`
  return {
    ...answer,
    effects: [...answer.effects, { kind: 'message', text: clean(text) }],
    issues: [...answer.issues, warning('output.late', { hook: hook.id }, text)],
  }
}

function lateNo(exit: Exit, { hook, spec }: Reading): string | undefined {
  const said = complaint(exit, hook)
  const words = said === '' ? '' : `: ${said}`
  if (exit.code === 2) return `said no too late (exit code 2)${words}.`
  const document = findDocument(exit.stdout.text)
  const refusal = document && refusalIn(document, JSON.stringify(document), spec)
  if (refusal !== undefined) return `said no too late: ${refusal.said}${words}.`
  return exit.isCodeUnknown && said !== '' ? `may have said no too late${words}.` : undefined
}

/** The same words whatever the event was. */
function wakeText(exit: Exit, { hook, event, spec }: LateReading): string {
  const said = complaint(exit, hook) || clean(exit.stdout.text).trim() || 'No stderr output'
  return clean(`Stop hook blocking error from command "${hookName(event, hook, spec)}": ${said}`)
}

function readLate(said: Said, reading: Reading): Answer {
  const { hook } = reading
  if (said.kind === 'answered') return isObject(said.body) ? readFields(said.body, reading) : noAnswer
  if (hook.mode === 'rewake') return readRewake(said, reading)
  if (isCutDocument(said)) return failed('overflow', overflow(said.stdout, hook))
  const document = findDocument(said.stdout.text)
  if (document !== undefined) return readFields(document, reading)
  if (said.code !== 0 && said.code !== 2)
    return failed(launchOrCrash(said, hook), crashed(said, hook, reading.spec))
  return { ...noAnswer, issues: unusedIssues(said, reading) }
}

/** An answer that was cut is not read. */
function isCutDocument({ stdout }: Exit): boolean {
  if (stdout.droppedBytes === 0) return false
  const lines = linesOf(stdout.text)
  const first = readDeclaration(lines[0] ?? '') === undefined ? lines[0] : lines[1]
  return first?.trimStart().startsWith('{') ?? false
}

/** Exit 2 wakes; every other end tells the model nothing. */
function readRewake(exit: Exit, { hook, spec }: Reading): Answer {
  if (exit.code !== 0 && exit.code !== 2) return failed(launchOrCrash(exit, hook), crashed(exit, hook, spec))
  const isUnheard = exit.code === 0 && exit.stdout.text.trim() !== ''
  return isUnheard ? { ...noAnswer, issues: [unheard(hook)] } : noAnswer
}

/** Of a hook that declared itself, what follows the declaration; of another, the whole or its first answer line. */
function findDocument(stdout: string): JsonObject | undefined {
  const lines = linesOf(stdout)
  const text = readDeclaration(lines[0] ?? '') === undefined ? undefined : (lateLine(stdout) ?? '')
  return text === undefined ? (readObject(stdout) ?? readObject(answerAmong(lines) ?? '')) : readObject(text)
}

/** A field of the wrong type costs that field only (2.1.202). */
function readFields(output: JsonObject, reading: Reading): Answer {
  const issues: Issue[] = []
  const { systemMessage, hookSpecificOutput: specific } = output as LateWire
  const context = isObject(specific) ? (specific as LateWire).additionalContext : undefined
  const effects: Effect[] = []
  const take = (field: string, value: unknown, kind: 'add-context' | 'message'): void => {
    if (value === undefined || value === '') return
    if (typeof value !== 'string') issues.push(wrongType(field, value, reading.hook))
    else effects.push({ kind, text: tidyText(value, reading, issues) })
  }
  take('hookSpecificOutput.additionalContext', context, 'add-context')
  take('systemMessage', systemMessage, 'message')
  if (specific !== undefined && !isObject(specific))
    issues.push(wrongType('hookSpecificOutput', specific, reading.hook, 'an object'))
  return { ...noAnswer, effects, issues: [...issues, ...tooLate(output, reading.hook)] }
}

type LateWire = {
  readonly systemMessage?: unknown
  readonly hookSpecificOutput?: unknown
  readonly additionalContext?: unknown
}

/** Fields that mean nothing by themselves, or nothing anywhere. */
const SILENT: ReadonlySet<string> = new Set([
  'systemMessage',
  'hookSpecificOutput',
  'hookEventName',
  'additionalContext',
  'suppressOutput',
  'async',
  'asyncTimeout',
])

function tooLate(output: JsonObject, hook: Hook): readonly Issue[] {
  const { hookSpecificOutput: specific } = output as LateWire
  const fields = [...Object.keys(output), ...(isObject(specific) ? Object.keys(specific) : [])]
  const ignored = fields.filter((field) => !SILENT.has(field))
  if (ignored.length === 0) return []
  const problem = `A hook in the background is too late for ${ignored.join(', ')}; ignored.`
  return [notice('output.late', { hook: hook.id }, problem, 'Only context and messages count from there.')]
}

function wrongType(field: string, value: unknown, hook: Hook, expected = 'a string'): Issue {
  const problem = `${field} must be ${expected}, not ${quote(value)}; it was dropped.`
  return notice('output.late', { hook: hook.id }, problem)
}

function unusedIssues({ code, stdout }: Exit, { hook }: Reading): readonly Issue[] {
  const rest = linesOf(stdout.text)
  const text = readDeclaration(rest[0] ?? '') === undefined ? rest : rest.slice(1)
  const place = { hook: hook.id }
  const said = text.some((line) => line.trim() !== '')
  return [
    ...(code === 2
      ? [notice('output.late', place, 'Exit code 2 of a hook in the background blocks nothing.', WAKE)]
      : []),
    ...(said
      ? [notice('output.late', place, 'Plain text of a hook in the background is not used.', JSON_ONLY)]
      : []),
  ]
}

const WAKE = 'Set "asyncRewake": true to wake the model with it.'
const JSON_ONLY = 'Write a JSON object with "additionalContext" or "systemMessage".'

function unheard(hook: Hook): Issue {
  const problem = 'The output of a hook with "asyncRewake" is not used unless it exits with 2.'
  return notice('output.late', { hook: hook.id }, problem)
}
