import { emptyVerdict, type Decision, type Effect, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { NAME } from './name.ts'
import { honoursOn, rowOf, type CopilotEvent, type Honours } from './events.ts'
import { isInCliOrder, wireOf } from './shape.ts'
import type { Surface } from './surfaces.ts'
import { fitText } from './texts.ts'
import { isVscodeTool, nativeInput, PATCH_TOOL, type Style } from './tools.ts'

/** One verdict, for one event, on its way to one surface. */
type ReplyParts = {
  readonly event: Pick<Event, 'name'> & Partial<Event>
  readonly verdict: Verdict
  readonly honours: Honours
  /** Whose keys the tool reads. */
  readonly style: Style
}

type Document = Readonly<Record<string, unknown>>

/** JSON and exit 0 wherever the host reads JSON: an exit code alone would lose the reason. */
export function encodeReply(
  called: Pick<Event, 'name'> & Partial<Event>,
  verdict: Verdict,
  surface: Surface,
): Reply {
  const row = rowOf(called.name)
  const event = row === undefined ? called : { ...called, name: row.event }
  const honours = (row && honoursOn(surface, row)) ?? NOWHERE
  const decision = expressible(verdict.decision, honours)
  const parts = { event, honours, verdict: { ...verdict, decision }, style: styleOf(event, surface) }
  if (honours.denyBy === 'exit' && decision === 'deny')
    return { stdout: '', stderr: lines([reasonOf(verdict)]), exitCode: 1 }
  const told = tellingOf(event, surface)
  const document = { ...documentFor(parts, surface, row), ...(told !== 'exit' && shown(parts, row)) }
  const stdout = Object.keys(document).length === 0 ? '' : `${JSON.stringify(document)}\n`
  const messages = told === 'document' ? [] : textsOf(verdict, 'message')
  const isShown = honours.effects.includes('message') && (stdout === '' || READ_WITH_EXIT_2.has(event.name))
  return {
    stdout,
    stderr: lines(messages),
    exitCode: told === 'exit' && isShown && messages.length > 0 ? 2 : 0,
  }
}

/** Events for which the CLI was seen to read the document beside exit code 2 as well (1.0.102). */
const READ_WITH_EXIT_2: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'Stop',
])

function styleOf({ tool }: Partial<Event>, surface: Surface): Style {
  return surface === 'vscode' || isVscodeTool(tool?.nativeName ?? '') ? 'vscode' : 'runtime'
}

/**
 * The CLI shows stderr to the user only with exit code 2, which blocks nothing there where a message is honoured.
 * In VS Code the same code is a no, so a payload that may be from there gets none.
 */
function tellingOf({ name, payload }: ReplyParts['event'], surface: Surface): 'exit' | 'document' | 'both' {
  if (surface === 'vscode' || payload?.wire === wireOf('vscode')) return 'document'
  const isUntold = payload?.wire === wireOf('PascalCase') && ALIKE.has(name) && !isInCliOrder(payload.bytes)
  return surface === 'cli' && isUntold ? 'both' : 'exit'
}

/** Events whose payloads may have the same keys in the CLI and in VS Code, which gives up at exit code 2 or drops the output. */
const ALIKE: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreCompact'])

function shown({ verdict }: ReplyParts, row: CopilotEvent | undefined): Document {
  const message = joined(verdict, 'message')
  const isHonoured = row?.vscode?.effects.includes('message') === true
  return message !== '' && isHonoured ? { systemMessage: message } : {}
}

/** One hook file is read by the CLI, the cloud agent and VS Code: what each of them reads is in the answer. */
function documentFor(parts: ReplyParts, surface: Surface, row: CopilotEvent | undefined): Document {
  if (surface === 'vscode') return nestedDocument(parts)
  const flat = flatDocument(parts)
  if (surface !== 'cli' || row?.vscode === undefined) return flat
  const nested = nestedDocument({ ...parts, honours: row.vscode })
  const { additionalContext: _, ...others } = flat
  return { ...(readsBoth(parts.event) ? others : flat), ...nested }
}

/** Here the CLI reads both forms, and a context said twice might be added twice. */
function readsBoth({ name, payload }: ReplyParts['event']): boolean {
  return name === 'PreToolUse' && payload !== undefined && payload.wire !== wireOf('camelCase')
}

/** Our own failure; an unknown event may be one that waits for a permission, so both forms of a deny are sent. */
export function encodeFailure(
  event: Pick<Event, 'name'>,
  problem: Issue,
  { policy, surface }: { readonly policy: 'ignore' | 'deny'; readonly surface: Surface },
): Reply {
  const { message, hint } = problem
  const text = `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
  if (policy === 'ignore') return { stdout: '', stderr: lines([text]), exitCode: 0 }
  const verdict: Verdict = { ...emptyVerdict, decision: 'deny', reason: text }
  if (rowOf(event.name) !== undefined)
    return { ...encodeReply(event, verdict, surface), stderr: lines([text]) }
  const document = {
    permissionDecision: 'deny',
    permissionDecisionReason: text,
    behavior: 'deny',
    message: text,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: text,
    },
  }
  return { stdout: `${JSON.stringify(document)}\n`, stderr: lines([text]), exitCode: 0 }
}

/**
 * Exit code 2 denies a tool and a permission (CLI 1.0.102, VS Code 1.135). VS Code also refuses prompts and the end of a
 * turn by it. The CLI goes on there and shows stderr, because it is told no by stdout alone. An event nobody named may
 * be one that gates.
 */
export function encodeWithoutStdout({ name }: Pick<Event, 'name'>, reason: string, surface: Surface): Reply {
  const row = rowOf(name)
  const honours = row && honoursOn(surface, row)
  const isHeard = honours === undefined || honours.decisions.includes('deny')
  return { stdout: '', stderr: lines([fitText(reason)]), exitCode: isHeard ? 2 : 0 }
}

const NOWHERE: Honours = { denyBy: 'none', decisions: [], effects: [] }

/** `fit` has done this before; a verdict that skipped it must still never be weakened. */
function expressible(decision: Decision, { decisions }: Honours): Decision {
  if (decision === 'none' || decisions.includes(decision)) return decision
  return decision !== 'allow' && decisions.includes('deny') ? 'deny' : 'none'
}

/** The CLI and the cloud agent read keys at the top level, in both spellings of an event. */
function flatDocument(parts: ReplyParts): Document {
  const { verdict, honours, event } = parts
  const context = joined(verdict, 'add-context')
  return {
    ...flatDecision(parts),
    ...(honours.effects.includes('rewrite-input') && rewritten(parts, 'modifiedArgs')),
    ...(honours.effects.includes('add-context') && context !== '' && { additionalContext: context }),
    ...(honours.effects.includes('rewrite-output') && newOutput(verdict, event.name)),
    ...(honours.effects.includes('patch') && newPrompt(verdict, event.name)),
    ...(honours.effects.includes('native') && nativeFields(verdict)),
  }
}

function flatDecision({ verdict, honours, event }: ReplyParts): Document {
  const { decision } = verdict
  switch (honours.denyBy) {
    case 'permission':
      return decision === 'none' ? {} : permission(verdict)
    case 'behavior':
      return behaviour(verdict)
    case 'block':
      return blocking(verdict, event.name)
    case 'exit':
    case 'none':
      return {}
  }
}

function permission(verdict: Verdict): Document {
  const hasReason = verdict.decision === 'deny' || verdict.reason !== undefined
  return {
    permissionDecision: verdict.decision,
    ...(hasReason && { permissionDecisionReason: reasonOf(verdict) }),
  }
}

function behaviour(verdict: Verdict): Document {
  const isInterrupt = verdict.effects.some(
    (effect) => effect.kind === 'permission-result' && effect.interrupt === true,
  )
  if (verdict.decision === 'allow') return { behavior: 'allow' }
  if (verdict.decision !== 'deny') return {}
  return { behavior: 'deny', message: reasonOf(verdict), ...(isInterrupt && { interrupt: true }) }
}

/** At the end of a turn, words for the model are the reason to go on. */
function blocking(verdict: Verdict, event: string): Document {
  const more = event.endsWith('Stop') ? textsOf(verdict, 'keep-going') : []
  if (verdict.decision === 'deny')
    return { decision: 'block', reason: [reasonOf(verdict), ...more].join('\n') }
  return more.length === 0 ? {} : { decision: 'block', reason: more.join('\n') }
}

/** VS Code reads almost everything in `hookSpecificOutput`, and voids it under another event's name. */
function nestedDocument(parts: ReplyParts): Document {
  const { verdict, honours, event } = parts
  const stop = verdict.effects.find((effect) => effect.kind === 'stop')
  const context = joined(verdict, 'add-context')
  const decision = flatDecision(parts)
  const isEnd = event.name.endsWith('Stop')
  const isNested = honours.denyBy === 'permission' || isEnd
  const specific = {
    ...(isNested && decision),
    ...(honours.effects.includes('rewrite-input') && rewritten(parts, 'updatedInput')),
    ...(honours.effects.includes('add-context') && context !== '' && { additionalContext: context }),
  }
  return {
    ...(stop && honours.effects.includes('stop') && stopFields(stop)),
    // Its pages show the end of a turn in one form, its source in the other.
    ...((!isNested || isEnd) && decision),
    ...(Object.keys(specific).length > 0 && {
      hookSpecificOutput: { hookEventName: event.name, ...specific },
    }),
  }
}

function stopFields({ reason }: { readonly reason?: string }): Document {
  return { continue: false, stopReason: fitText(reason ?? 'Stopped by a hook') }
}

/** In the keys of the tool that was called. */
function rewritten({ event, verdict, style }: ReplyParts, key: 'modifiedArgs' | 'updatedInput'): Document {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || verdict.decision === 'deny') return {}
  const { tool } = event
  if (tool?.nativeName === PATCH_TOOL) return { [key]: rewrite.input['patch'] }
  return { [key]: nativeInput(tool?.name ?? '', rewrite.input, style) }
}

function newOutput(verdict: Verdict, event: string): Document {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-output')
  if (rewrite === undefined) return {}
  if (event === 'SubagentStop') return { modifiedResponse: asText(rewrite.output) }
  return { modifiedResult: toResult(rewrite.output) }
}

/** What a tool gave back, as the host has it. */
export function toResult(output: unknown): Document {
  if (typeof output === 'object' && output !== null && 'textResultForLlm' in output) return { ...output }
  return { resultType: 'success', textResultForLlm: asText(output) }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function newPrompt(verdict: Verdict, event: string): Document {
  const prompt = verdict.effects.findLast((effect) => effect.kind === 'patch' && effect.prompt !== undefined)
  if (prompt?.kind !== 'patch') return {}
  const key = event === 'UserPromptTransformed' ? 'modifiedTransformedPrompt' : 'modifiedPrompt'
  return { [key]: prompt.prompt }
}

function nativeFields(verdict: Verdict): Document {
  return Object.fromEntries(
    verdict.effects.flatMap((effect) =>
      effect.kind === 'native' && effect.wire === NAME ? [[effect.field, effect.value]] : [],
    ),
  )
}

function reasonOf({ reason }: Verdict): string {
  return fitText(reason ?? 'Denied by a hook')
}

function textsOf(verdict: Verdict, kind: Extract<Effect, { text: string }>['kind']): readonly string[] {
  return verdict.effects.flatMap((effect) => (effect.kind === kind ? fitText(effect.text) : []))
}

/** Several contexts are kept apart by a blank line, as the host does. */
function joined(verdict: Verdict, kind: 'add-context' | 'message'): string {
  return fitText(textsOf(verdict, kind).join('\n\n'))
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
