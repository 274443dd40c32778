import { describeHandler } from '../../../core/hook.ts'
import { issue, notice, warning, type Issue } from '../../../core/issue.ts'
import type { FailureClass, Output } from '../../../core/outcome.ts'
import { overflow } from '../cut-answer.ts'
import { inContractWords, placed } from './answer-form.ts'
import { checkOutput, isOverlooked } from './check.ts'
import { answerAmong, lateLine, linesOf, readDeclaration } from './declaration.ts'
import { isTooDeep } from './depth.ts'
import { repeatedKey } from './duplicate-keys.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { isForeign } from './foreign.ts'
import { badEncoding, echoed, notJson, repeated, tooDeep } from './illegible.ts'
import { readObject } from './read-object.ts'
import type { Problem, Reading } from './reading.ts'
import { refusalIn, type Refusal } from './refusal.ts'
import { isObject, quote, type JsonObject } from './shape.ts'
import { invalidOutput } from './validation.ts'
import type { OutputWire } from './wire.ts'

/** What a hook wrote, before it means anything. */
export type Stdout =
  | { readonly kind: 'document'; readonly output: OutputWire; readonly issues: readonly Issue[] }
  | { readonly kind: 'plain'; readonly text: string; readonly issues: readonly Issue[] }
  | { readonly kind: 'nothing'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'unreadable'
      readonly failure: FailureClass
      readonly issue: Issue
      /** It was an answer, of which our own limit left a part. */
      readonly isCut?: true
    }

export function readStdout(stdout: Output, reading: Reading): Stdout {
  const { hook, spec } = reading
  // Takes a byte order mark away as well.
  const text = stdout.text.trim()
  if (text === '') return { kind: 'plain', text, issues: [] }
  const isDocument = looksLikeDocument(text, spec)
  if (stdout.droppedBytes > 0 && isDocument)
    return { ...unreadable('overflow', overflow(stdout, hook)), isCut: true }
  if (stdout.droppedBytes > 0 && decidesOnly(spec)) return unreadable('overflow', overflow(stdout, hook))
  if (!stdout.wellFormed && (isDocument || text.includes('\0')))
    return unreadable('protocol-error', badEncoding(text, hook))
  if (isDeclared(text)) return readDeclared(text, reading)
  if (isDocument) return parseDocument(text, reading)
  return { kind: 'plain', text, issues: plainIssues(stdout, reading) }
}

/** What a handler without a process gave back. */
export function readBody(body: unknown, reading: Reading): Stdout {
  if (body === undefined || body === null) return { kind: 'nothing', issues: [] }
  if (typeof body === 'string') return readStdout({ text: body, droppedBytes: 0, wellFormed: true }, reading)
  if (isObject(body) && isWritable(body)) return checkDocument(body, reading)
  const problem = `Hook "${describeHandler(reading.hook.handler)}" answered with ${typeof body === 'object' ? 'something JSON cannot hold' : quote(body)} instead of an object.`
  return unreadable('protocol-error', issue('output.shape', { hook: reading.hook.id }, problem))
}

/** True for text that holds an answer, wherever a hook may have written it. */
export function holdsAnswer(text: string): boolean {
  const value = readObject(answerAmong(linesOf(text)) ?? text)
  return value !== undefined && ANSWERS.some((key) => Object.hasOwn(value, key))
}

/** Every answer passes here, and hardly any holds the word. */
function isDeclared(text: string): boolean {
  return text.includes('"async"') && readDeclaration(linesOf(text)[0] ?? '') !== undefined
}

/**
 * The hook ended before it could be moved to the background, so it is read as one that was waited for. The line of
 * the declaration is not output, and the lines after it count only when they are JSON. On gate events a deny in the
 * declaration itself counts, and in files of another dialect a deny on any line.
 */
function readDeclared(text: string, reading: Reading): Stdout {
  const refusal = reading.spec.gate ? declaredRefusal(text, reading) : undefined
  if (refusal !== undefined) return refused(refusal, besideDeclaration(refusal, reading))
  const line = lateLine(text)
  return line === undefined ? { kind: 'plain', text: '', issues: [] } : parseDocument(line, reading)
}

function declaredRefusal(text: string, { hook, spec }: Reading): Refusal | undefined {
  for (const line of linesOf(text).slice(0, isForeign(hook) ? undefined : 1)) {
    const { async: _, ...rest } = readObject(line) ?? {}
    const refusal = refusalIn(rest, line, spec)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/**
 * Newer hosts want the closing brace as well. Where plain text is context we follow them, unless the
 * text plainly starts a document: half a decision must not reach the model as prose.
 */
function looksLikeDocument(text: string, spec: ClaudeEventSpec): boolean {
  if (!text.startsWith('{')) return false
  return text.endsWith('}') || spec.stdout !== 'context' || /^\{\s*"/.test(text)
}

/** True where nothing but a decision is expected on stdout, so that a flood has buried one. */
function decidesOnly(spec: ClaudeEventSpec): boolean {
  return spec.gate && spec.stdout === 'nothing'
}

function parseDocument(text: string, reading: Reading): Stdout {
  const { hook } = reading
  if (isTooDeep(text)) return unreadable('protocol-error', tooDeep(hook))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return unreadable('protocol-error', notJson(text, error, hook))
  }
  if (!isObject(value)) return { kind: 'plain', text, issues: [] }
  const key = repeatedKey(text)
  return key === undefined ? checkDocument(value, reading) : readRepeated(key, { text, value, reading })
}

/**
 * The file's own host takes the last value: a no that stands there counts, a yes would be a matter of luck. In a file of
 * another dialect a no counts wherever it stands.
 */
function readRepeated(
  key: string,
  { text, value, reading }: { text: string; value: JsonObject; reading: Reading },
): Stdout {
  const problem = repeated(key, text, reading.hook)
  if (isForeign(reading.hook)) {
    const refusal = refusalIn(value, text, reading.spec)
    return refusal === undefined ? unreadable('protocol-error', problem) : refused(refusal, standing(problem))
  }
  const read = checkDocument(value, reading)
  if (reading.hook.onFailure !== 'native' || read.kind !== 'document' || !denies(read.output))
    return unreadable('protocol-error', problem)
  return { ...read, issues: [...read.issues, standing(problem)] }
}

function standing(problem: Issue): Issue {
  return { ...problem, severity: 'warning', message: `${problem.message} Its no stands.` }
}

function refused({ output }: Refusal, problem: Issue): Stdout {
  return { kind: 'document', output, issues: [problem] }
}

function denies({ decision, hookSpecificOutput: specific }: OutputWire): boolean {
  if (decision === 'block' || specific?.permissionDecision === 'deny') return true
  return specific?.decision !== undefined && specific.decision.behavior !== 'allow'
}

function checkDocument(written: JsonObject, reading: Reading): Stdout {
  if (isEcho(written)) return readEcho(reading)
  const asPlaced = placed(written, reading.spec)
  const problems = checkOutput(asPlaced, reading.spec)
  if (problems.length > 0) return readInvalid(written, problems, reading)
  if (written['async'] === true) return { kind: 'nothing', issues: [notAnAnswer(reading)] }
  const value = inContractWords(asPlaced, reading.spec)
  const misplaced = misplacedIssues(value, reading)
  if (!isOverlooked(value, reading.spec)) return { kind: 'document', output: value, issues: misplaced }
  const { hookSpecificOutput: _, ...rest } = value
  return { kind: 'document', output: rest, issues: [...misplaced, overlooked(value, reading)] }
}

/** The file's own host drops all of such an output. In a file of another dialect a no outlives a mistake beside it. */
function readInvalid(value: JsonObject, problems: readonly Problem[], reading: Reading): Stdout {
  const refusal = isForeign(reading.hook) ? refusalIn(value, JSON.stringify(value), reading.spec) : undefined
  const problem = invalidOutput(value, problems, { reading, refusal })
  return refusal === undefined
    ? unreadable('protocol-error', problem)
    : refused(refusal, { ...problem, severity: 'warning' })
}

/** Without `reason`, which the input of SessionEnd has as well. */
const ANSWERS = [
  'decision',
  'continue',
  'hookSpecificOutput',
  'systemMessage',
  'stopReason',
  'async',
  'suppressOutput',
  'terminalSequence',
]

/** Input keys and no answer: the hook wrote back what it read. With one, it added to it, as `jq '. + {…}'` does. */
function isEcho(value: JsonObject): boolean {
  const has = (key: string) => Object.hasOwn(value, key)
  return has('hook_event_name') && (has('session_id') || has('cwd')) && !ANSWERS.some(has)
}

/** The file's own host finds nothing in an echo and goes on (think of `tee`), so there it is no failure. */
function readEcho({ hook }: Reading): Stdout {
  const problem = echoed(hook)
  if (hook.onFailure !== 'native') return unreadable('protocol-error', problem)
  return { kind: 'nothing', issues: [{ ...problem, severity: 'notice' }] }
}

/** A function may return what no host could be sent: a cycle, a BigInt. */
function isWritable(body: JsonObject): boolean {
  try {
    return JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

function unreadable(failure: FailureClass, problem: Issue): Extract<Stdout, { kind: 'unreadable' }> {
  return { kind: 'unreadable', failure, issue: problem }
}

function plainIssues(stdout: Output, { hook, spec }: Reading): readonly Issue[] {
  const place = { hook: hook.id }
  if (spec.stdout === 'nothing') return holdsAnswer(stdout.text) ? [buried(place)] : []
  const cut = stdout.droppedBytes > 0
  return [
    ...(cut
      ? [warning('output.cut', place, `${stdout.droppedBytes} bytes of the hook's text were dropped.`)]
      : []),
    ...(stdout.wellFormed
      ? []
      : [warning('output.encoding', place, "The hook's text is not valid UTF-8; bad bytes were replaced.")]),
  ]
}

function buried(place: { readonly hook: string }): Issue {
  const problem = 'The JSON on stdout was not read, because other text stands before it.'
  return warning('output.plain', place, problem, 'Write nothing but the JSON; mind what a profile prints.')
}

/** Fields of the event's own part that stand beside it, where the host does not look. */
function misplacedIssues(value: JsonObject, { hook, spec }: Reading): readonly Issue[] {
  const fields = Object.keys(spec.output ?? {}).filter(
    (field) => !ANSWERS.includes(field) && Object.hasOwn(value, field),
  )
  if (fields.length === 0) return []
  const problem = `${fields.join(', ')} at the top level has no effect on ${nativeOf(spec)}.`
  return [warning('output.misplaced', { hook: hook.id }, problem, 'It belongs into "hookSpecificOutput".')]
}

function overlooked(value: JsonObject, { hook, spec }: Reading): Issue {
  const { hookEventName: name } = value['hookSpecificOutput'] as JsonObject
  const problem = `"hookSpecificOutput" is for ${quote(name)} and was ignored on ${nativeOf(spec)}.`
  const hint = `Write "hookEventName": "${nativeOf(spec)}".`
  return warning('output.event-name', { hook: hook.id }, problem, hint)
}

function besideDeclaration({ said }: Refusal, { hook }: Reading): Issue {
  const problem = `Output that declares the hook async says ${said} as well; the no stands.`
  return warning('output.async', { hook: hook.id }, problem)
}

function notAnAnswer({ hook }: Reading): Issue {
  const problem = 'Output that declares the hook async is no answer; nothing of it was used.'
  return notice('output.async', { hook: hook.id }, problem)
}
