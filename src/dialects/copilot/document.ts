import { noAnswer, type Answer, type Decision, type Effect } from '../../core/decision.ts'
import { isIssue, notice, warning, type Issue } from '../../core/issue.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import { NAME } from './name.ts'
import { withIssues, type Reading } from './exits.ts'
import { readStdout } from './stdout.ts'
import { fitText } from './texts.ts'
import { canonicalInput } from './tools.ts'
import { unreadRefusals } from './unread-refusal.ts'

/** Answers of hooks about results are cut together by the host; one alone is cut here. */
const CONTEXT_BYTES = 10_240

/** What the CLI makes of one JSON object. */
export function readCliDocument(output: JsonObject, reading: Reading): Answer {
  const answer = readKeys(output, reading)
  return withIssues(answer, unreadRefusals(output, answer, reading))
}

/** What the keys mean that the event reads (Copilot CLI 1.0.102). */
function readKeys(output: JsonObject, reading: Reading): Answer {
  switch (reading.event.name) {
    case 'PreToolUse':
      return readPermission(output, reading)
    case 'PermissionRequest':
      return readBehaviour(output, reading)
    case 'PostToolUse':
      return join(readBlock(output), [resultContextOf(output), resultOf(output, reading)])
    case 'UserPromptSubmit':
      return join(readBlock(output), [contextOf(output), ...promptOf(output, reading)])
    case 'UserPromptTransformed':
      return join(noAnswer, [textOf(output, 'modifiedTransformedPrompt', reading, asPatch)])
    case 'Stop':
      return readStop(output, reading)
    case 'SubagentStop':
      return join(readStop(output, reading), [
        textOf(output, 'modifiedResponse', reading, (text) => ({ kind: 'rewrite-output', output: text })),
      ])
    case 'PostToolUseFailure':
    case 'SessionStart':
    case 'SubagentStart':
    case 'Notification':
      return join(noAnswer, [contextOf(output)])
    case 'PreMcpToolCall':
      return join(noAnswer, [metaOf(output)])
    default:
      return noAnswer
  }
}

/** Returns the first reason in the forms of an answer, flat before nested, that `counts` lets through. Default: both. */
export function reasonIn(
  stdout: string,
  { hook, profile }: Reading,
  counts: (form: JsonObject) => boolean = () => true,
): string | undefined {
  const { output = {} } = readStdout(stdout, hook)
  const nested = output['hookSpecificOutput']
  const specific = profile.case === 'PascalCase' && isObject(nested) ? nested : {}
  const forms = [output, specific].filter(counts)
  return forms.map((form) => readText(form['permissionDecisionReason'])).find((text) => text !== undefined)
}

/** The same for a request for permission. */
export function messageIn(stdout: string, { hook }: Reading): string | undefined {
  return readText(readStdout(stdout, hook).output?.['message'])
}

/** Some effect, a problem with it, or nothing. */
type Found = Effect | Issue | undefined

function join(answer: Answer, found: readonly Found[]): Answer {
  const issues = found.filter((one): one is Issue => one !== undefined && 'severity' in one)
  const effects = found.filter((one): one is Effect => one !== undefined && !('severity' in one))
  return { ...answer, effects: [...answer.effects, ...effects], issues: [...answer.issues, ...issues] }
}

const PERMISSIONS = ['allow', 'ask', 'deny'] as const

/** Only the PascalCase event has the nested form, where a rewrite is called otherwise. */
function readPermission(output: JsonObject, reading: Reading): Answer {
  const { hookSpecificOutput: nested } = output
  const isNested = reading.profile.case === 'PascalCase' && isObject(nested)
  const specific = isNested ? nested : {}
  const { decision, reason, issues } = stricter(
    readStance(output, reading),
    readStance(specific, reading),
    reading,
  )
  const fallback = decision === 'none' || decision === 'allow' ? {} : { reason: 'No reason provided' }
  const answer = {
    ...noAnswer,
    decision,
    ...(reason === undefined || decision === 'none' ? fallback : { reason }),
  }
  return withRewrite(
    join(answer, [
      ...issues,
      contextOf({ additionalContext: output['additionalContext'] ?? specific['additionalContext'] }),
      isNested ? undefined : unreadNested(nested, reading),
    ]),
    writtenArguments(output, specific),
    reading,
  )
}

type Stance = {
  readonly decision: Decision
  readonly reason: string | undefined
  readonly issues: readonly Issue[]
}

function readStance(said: JsonObject, reading: Reading): Stance {
  const decision = decisionOf(said['permissionDecision'], reading)
  const reason = readText(spelled(said['permissionDecisionReason']))
  return isIssue(decision)
    ? { decision: 'none', reason, issues: [decision] }
    : { decision, reason, issues: [] }
}

const STRICTNESS: readonly Decision[] = ['none', 'allow', 'ask', 'deny']

/** What one form forbids, the other does not allow again. */
function stricter(flat: Stance, nested: Stance, { hook }: Reading): Stance {
  const isFlat = STRICTNESS.indexOf(flat.decision) >= STRICTNESS.indexOf(nested.decision)
  const [first, other] = isFlat ? [flat, nested] : [nested, flat]
  const differ = other.decision !== 'none' && other.decision !== first.decision
  const problem = `The hook says ${flat.decision} at the top level and ${nested.decision} in "hookSpecificOutput"; ${first.decision} stands.`
  return {
    decision: first.decision,
    reason: first.reason ?? (differ ? undefined : other.reason),
    issues: [
      ...flat.issues,
      ...nested.issues,
      ...(differ ? [warning('output.contradiction', { hook: hook.id }, problem)] : []),
    ],
  }
}

function decisionOf(value: unknown, { hook }: Reading): Decision | Issue {
  if (value === undefined || value === null) return 'none'
  const known = PERMISSIONS.find((each) => each === value)
  if (known !== undefined) return known
  const problem = `permissionDecision is ${quote(value)}, which the host ignores; it knows ${PERMISSIONS.join(', ')}.`
  return warning('output.value', { hook: hook.id }, problem)
}

function unreadNested(nested: unknown, { hook }: Reading): Issue | undefined {
  if (!isObject(nested)) return undefined
  const problem =
    '"hookSpecificOutput" is read under the event name "PreToolUse" only, not under "preToolUse".'
  return warning('output.discarded', { hook: hook.id }, problem, 'Write the keys at the top level.')
}

/** New arguments, and the key they were under. */
type Written = { readonly key: 'modifiedArgs' | 'updatedInput'; readonly args: unknown }

/** The nested form counts first. There `null` means no rewrite; at the top level it is a wrong value (1.0.102). */
function writtenArguments(output: JsonObject, specific: JsonObject): Written | undefined {
  const { updatedInput } = specific
  if (updatedInput !== undefined && updatedInput !== null) return { key: 'updatedInput', args: updatedInput }
  const { modifiedArgs } = output
  return modifiedArgs === undefined ? undefined : { key: 'modifiedArgs', args: modifiedArgs }
}

/**
 * The host hands arguments that are not an object to the tool, which then fails: the call does not run, whatever
 * the hook decided. Running it with the old arguments is not what any hook asked for.
 */
function withRewrite(answer: Answer, written: Written | undefined, { hook, event }: Reading): Answer {
  if (written === undefined || answer.decision === 'deny') return answer
  const { key, args } = written
  if (isObject(args)) {
    const { input } = canonicalInput(event.tool?.name ?? '', args, 'runtime')
    return join(answer, [{ kind: 'rewrite-input', input }])
  }
  const reason = `The hook's "${key}" is not an object but ${quote(args)}, so the tool cannot run with it.`
  const found = warning('output.value', { hook: hook.id }, reason, 'Write an object, or leave the key out.')
  return { ...answer, decision: 'deny', reason, issues: [...answer.issues, found] }
}

function readBehaviour({ behavior, message, interrupt }: JsonObject, { hook }: Reading): Answer {
  if (behavior === undefined) return noAnswer
  if (behavior === 'allow')
    return { ...noAnswer, decision: 'allow', effects: [{ kind: 'permission-result', behavior }] }
  if (behavior !== 'deny') {
    const problem = `behavior is ${quote(behavior)}, which the host ignores; it knows allow and deny.`
    return { ...noAnswer, issues: [warning('output.value', { hook: hook.id }, problem)] }
  }
  const text = readText(message)
  const result: Effect = {
    kind: 'permission-result',
    behavior,
    ...(text !== undefined && { message: text }),
    ...(interrupt === true && { interrupt }),
  }
  return { ...noAnswer, decision: 'deny', ...(text !== undefined && { reason: text }), effects: [result] }
}

function readBlock({ decision, reason }: JsonObject): Answer {
  if (decision !== 'block') return noAnswer
  const text = readText(reason)
  return { ...noAnswer, decision: 'deny', ...(text !== undefined && { reason: text }) }
}

/** Without a reason there is nothing to go on with, and the host ends the turn. */
function readStop(output: JsonObject, { hook }: Reading): Answer {
  const answer = readBlock(output)
  if (answer.decision !== 'deny' || answer.reason !== undefined) return answer
  const problem = 'A block without a "reason" is ignored at the end of a turn.'
  return { ...noAnswer, issues: [warning('output.value', { hook: hook.id }, problem)] }
}

function contextOf(output: JsonObject): Found {
  const text = readText(spelled(output['additionalContext']))
  return text === undefined ? undefined : { kind: 'add-context', text }
}

/** A number beside a result is not context. */
function resultContextOf({ additionalContext: value }: JsonObject): Found {
  if (typeof value !== 'string' || value === '') return undefined
  return { kind: 'add-context', text: fitText(value, CONTEXT_BYTES) }
}

/** The host gives the model a number as text (1.0.102). */
function spelled(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

function resultOf({ modifiedResult: result }: JsonObject, { hook, event }: Reading): Found {
  if (result === undefined || result === null) return undefined
  const { resultType: type, textResultForLlm: text } = isObject(result) ? result : {}
  if (typeof text !== 'string')
    return warning(
      'output.value',
      { hook: hook.id },
      `modifiedResult must be an object with "textResultForLlm", not ${quote(result)}.`,
    )
  // How the result was meant stands beside it, unless the hook says otherwise.
  const was = event.fields['result_type'] ?? 'success'
  const isPlain = type === undefined || (type === 'success' && was === 'success')
  return { kind: 'rewrite-output', output: isPlain ? text : result }
}

function promptOf(output: JsonObject, reading: Reading): readonly Found[] {
  const { handled, responseContent } = output
  const native = (field: string, value: unknown): Effect => ({ kind: 'native', wire: NAME, field, value })
  const answers = handled === true && typeof responseContent === 'string'
  return [
    textOf(output, 'modifiedPrompt', reading, asPatch),
    ...(handled === true ? [native('handled', true)] : []),
    ...(answers ? [native('responseContent', fitText(responseContent))] : []),
  ]
}

function metaOf({ metaToUse: value }: JsonObject): Found {
  return value === undefined ? undefined : { kind: 'native', wire: NAME, field: 'metaToUse', value }
}

function asPatch(prompt: string): Effect {
  return { kind: 'patch', prompt }
}

/** An empty text replaces nothing. */
function textOf(output: JsonObject, key: string, { hook }: Reading, effect: (text: string) => Effect): Found {
  const value = output[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value !== '') return effect(value)
  return notice(
    'output.value',
    { hook: hook.id },
    `${key} must be a text, not ${quote(value)}; it is ignored.`,
  )
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? fitText(value) : undefined
}
