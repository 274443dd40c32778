import { describeHandler, type Hook } from '../../../core/hook.ts'
import { issue, notice, warning, type Issue } from '../../../core/issue.ts'
import type { FailureClass, Output } from '../../../core/outcome.ts'
import { checkOutput, type Problem } from './check.ts'
import { lateLine, linesOf, readDeclaration } from './declaration.ts'
import { isTooDeep, MAX_DEPTH } from './depth.ts'
import type { Reading } from './document.ts'
import type { ClaudeEventSpec } from './events.ts'
import { isObject, parseProblem, quote, type JsonObject } from './shape.ts'
import { TEXT_CAP } from './text.ts'
import type { OutputWire } from './wire.ts'

/** What a hook wrote, before it means anything. */
export type Stdout =
  | { readonly kind: 'document'; readonly output: OutputWire }
  | { readonly kind: 'plain'; readonly text: string; readonly issues: readonly Issue[] }
  | { readonly kind: 'nothing'; readonly issues: readonly Issue[] }
  | { readonly kind: 'unreadable'; readonly failure: FailureClass; readonly issue: Issue }

export function readStdout(stdout: Output, reading: Reading): Stdout {
  const text = stdout.text.replace(/^\uFEFF/, '').trim()
  if (text === '') return { kind: 'plain', text, issues: [] }
  const isDocument = looksLikeDocument(text, reading.spec)
  if (stdout.droppedBytes > 0 && (isDocument || decidesOnly(reading.spec)))
    return overflow(stdout, reading.hook)
  if (!stdout.wellFormed && (isDocument || text.includes('\0'))) return badEncoding(text, reading.hook)
  if (readDeclaration(linesOf(text)[0] ?? '') !== undefined) return readDeclared(text, reading)
  if (isDocument) return parseDocument(text, reading)
  return { kind: 'plain', text, issues: plainIssues(stdout, reading) }
}

/**
 * The hook ended before it could be moved to the background, so it is read as one that was waited for. Its
 * declaration is no output, and what follows is only when it is JSON: it was written for nobody's eyes.
 */
function readDeclared(text: string, reading: Reading): Stdout {
  const line = lateLine(text)
  return line === undefined ? { kind: 'plain', text: '', issues: [] } : parseDocument(line, reading)
}

/** What a handler without a process gave back. */
export function readBody(body: unknown, reading: Reading): Stdout {
  if (body === undefined || body === null) return { kind: 'nothing', issues: [] }
  if (typeof body === 'string') return readStdout({ text: body, droppedBytes: 0, wellFormed: true }, reading)
  if (isObject(body) && isWritable(body)) return checkDocument(body, reading)
  const problem = `Hook "${describeHandler(reading.hook.handler)}" answered with ${typeof body === 'object' ? 'something JSON cannot hold' : quote(body)} instead of an object.`
  return unreadable('protocol-error', issue('output.shape', { hook: reading.hook.id }, problem))
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
  if (isTooDeep(text)) return unreadable('protocol-error', tooDeep(reading.hook))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return unreadable('protocol-error', notJson(text, error, reading.hook))
  }
  return isObject(value) ? checkDocument(value, reading) : { kind: 'plain', text, issues: [] }
}

function checkDocument(value: JsonObject, reading: Reading): Stdout {
  if (isEcho(value)) return echoed(reading.hook)
  const problems = checkOutput(value, reading.spec)
  if (problems.length > 0) return unreadable('protocol-error', invalid(value, problems, reading.hook))
  if (value['async'] === true) return { kind: 'nothing', issues: [notAnAnswer(reading.hook)] }
  return { kind: 'document', output: value }
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
function echoed(hook: Hook): Stdout {
  const problem = `Hook "${describeHandler(hook.handler)}" wrote its own input to stdout; that is no answer.`
  const hint = 'Send it elsewhere, e.g. `>/dev/null`.'
  if (hook.onFailure === 'native')
    return { kind: 'nothing', issues: [notice('output.echo', { hook: hook.id }, problem, hint)] }
  return unreadable('protocol-error', issue('output.echo', { hook: hook.id }, problem, hint))
}

/** A function may return what no host could be sent: a cycle, a BigInt. */
function isWritable(body: JsonObject): boolean {
  try {
    return JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

function tooDeep(hook: Hook): Issue {
  const problem = `Output of hook "${describeHandler(hook.handler)}" is nested deeper than ${MAX_DEPTH} levels.`
  return issue('output.depth', { hook: hook.id }, problem)
}

function unreadable(failure: FailureClass, problem: Issue): Stdout {
  return { kind: 'unreadable', failure, issue: problem }
}

function overflow(stdout: Output, hook: Hook): Stdout {
  const problem = `Hook "${describeHandler(hook.handler)}" wrote too much: ${stdout.droppedBytes} bytes of its output were dropped.`
  return unreadable(
    'overflow',
    issue('output.overflow', { hook: hook.id }, problem, 'Write the decision only.'),
  )
}

function badEncoding(text: string, hook: Hook): Stdout {
  const isWide = text.includes('\0')
  const problem = `Output of hook "${describeHandler(hook.handler)}" is not valid UTF-8.`
  const hint = isWide
    ? 'It looks like UTF-16; in PowerShell set [Console]::OutputEncoding to UTF-8.'
    : 'Let the hook write UTF-8.'
  const found = issue('output.encoding', { hook: hook.id }, problem, hint)
  return unreadable('protocol-error', { ...found, detail: escaped(text) })
}

function notJson(text: string, error: unknown, hook: Hook): Issue {
  const problem = `Output of hook "${describeHandler(hook.handler)}" starts like JSON but is not: ${parseProblem(error)}.`
  return { ...issue('output.json', { hook: hook.id }, problem), detail: escaped(text) }
}

function invalid(value: JsonObject, problems: readonly Problem[], hook: Hook): Issue {
  const list = problems.map(({ path, problem }) => `${path} ${problem}`)
  const message = `Output of hook "${describeHandler(hook.handler)}" is not valid: ${list.join('; ')}. ${lost(value)}`
  return { ...issue('output.invalid', { hook: hook.id }, message), detail: escaped(JSON.stringify(value)) }
}

/** What the author wanted and does not get. */
function lost(value: JsonObject): string {
  const specific = isObject(value['hookSpecificOutput']) ? Object.keys(value['hookSpecificOutput']) : []
  const wanted = [...Object.keys(value), ...specific].filter((key) => !ENVELOPE.has(key))
  return wanted.length === 0 ? 'Nothing of it was applied.' : `Not applied: ${wanted.join(', ')}.`
}

const ENVELOPE: ReadonlySet<string> = new Set(['hookSpecificOutput', 'hookEventName', 'suppressOutput'])

function plainIssues(stdout: Output, { hook, spec }: Reading): readonly Issue[] {
  if (spec.stdout === 'nothing') return []
  const place = { hook: hook.id }
  const cut = stdout.droppedBytes > 0 && stdout.text.length <= TEXT_CAP
  return [
    ...(cut
      ? [warning('output.cut', place, `${stdout.droppedBytes} bytes of the hook's text were dropped.`)]
      : []),
    ...(stdout.wellFormed
      ? []
      : [warning('output.encoding', place, "The hook's text is not valid UTF-8; bad bytes were replaced.")]),
  ]
}

function notAnAnswer(hook: Hook): Issue {
  const problem = 'Output that declares the hook async is no answer; nothing of it was used.'
  return notice('output.async', { hook: hook.id }, problem)
}

// oxlint-disable-next-line no-control-regex -- control characters are what this shows
const UNSEEN = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/g

/** An excerpt in which nothing can hide. */
function escaped(text: string): string {
  const shown = text.length > 500 ? `${text.slice(0, 500)}…` : text
  return shown.replace(UNSEEN, escapeOne)
}

function escapeOne(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
