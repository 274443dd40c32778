import type { Decision, Effect, Verdict } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { describeHandler } from '../../../core/hook.ts'
import type { Outcome } from '../../../core/outcome.ts'
import type { ClaudeEvents, ClaudeEventSpec } from './event-spec.ts'
import { specOf } from './event-table.ts'
import { hookName } from './hook-name.ts'
import { compactLines, type Ran } from './side-report.ts'

/** One text that Claude Code shows after the hooks of an event ran. */
export type HostText = {
  /** Who reads it: the model with its next request, or the user. */
  readonly to: 'model' | 'user'
  /** What the text is: the reason of a stop, a block, a failed hook (`error`), a message, or context. */
  readonly kind: 'stop' | 'block' | 'error' | 'message' | 'context'
  /** The text as Claude Code shows it. */
  readonly text: string
  /** Id of the hook. Absent: the engine itself says it. */
  readonly hook?: string
}

type RunReport = { readonly event: Event; readonly results: readonly Ran[]; readonly verdict: Verdict }

/** Returns the texts of a run in configuration order, in the words of Claude Code 2.1.325 where they are known. */
export function hostTexts({ event, results, verdict }: RunReport, events: ClaudeEvents): readonly HostText[] {
  const spec = specOf(events, event)
  const refusal = verdict.decision === 'deny' ? refusalIn(results) : undefined
  const ofHooks = results.flatMap((ran) => textsOf(ran, { event, spec, refusal }))
  return [...ofHooks, ...ownMessages(verdict, results)]
}

/** Without a deny it was a question that nobody can answer, or a call put off that cannot be, which blocked. */
function refusalIn(results: readonly Ran[]): Decision | undefined {
  const said = new Set(results.map(({ answer }) => answer.decision))
  return (['deny', 'defer', 'ask'] as const).find((decision) => said.has(decision))
}

type Firing = {
  readonly event: Event
  readonly spec: ClaudeEventSpec
  readonly refusal: Decision | undefined
}

function textsOf(ran: Ran, { event, spec, refusal }: Firing): readonly HostText[] {
  const { hook, answer } = ran
  const name = hookName(event, hook, spec)
  const texts = [
    ...answer.effects.flatMap((effect) => (effect.kind === 'stop' ? stopText(effect, name, event) : [])),
    ...(answer.decision === refusal ? blockTexts({ ran, name, event }) : []),
    ...(answer.decision === 'none' ? errorTexts(ran, name, spec) : []),
    ...answer.effects.flatMap((effect) => saidText(effect, name, ran.outcome)),
  ]
  return texts.map((text) => ({ ...text, hook: hook.id }))
}

const PROMPTS: ReadonlySet<string> = new Set(['UserPromptSubmit', 'UserPromptExpansion'])

function stopText({ reason }: Extract<Effect, { kind: 'stop' }>, name: string, event: Event): HostText {
  if (PROMPTS.has(event.name))
    return { to: 'user', kind: 'stop', text: `Operation stopped by hook${reason ? `: ${reason}` : ''}` }
  const why =
    reason ?? (event.tool ? 'Execution stopped by hook' : `${event.name} hook prevented continuation`)
  return { to: 'user', kind: 'stop', text: `${name} hook stopped continuation: ${why}` }
}

type Blocking = { readonly ran: Ran; readonly name: string; readonly event: Event }
type BlockForm = {
  readonly to: HostText['to']
  readonly words: (reason: string, blocking: Blocking) => string
}

const FEEDBACK: BlockForm = {
  to: 'model',
  words: (reason, { event }) => `${event.name} hook feedback:\n${reason}`,
}
const REFUSED_PROMPT: BlockForm = {
  to: 'user',
  words: (reason, { ran, event }) =>
    `${event.name} operation blocked by hook:\n${reason}${originalPrompt(ran, event)}`,
}
const AFTER_TOOL: BlockForm = {
  to: 'model',
  words: (reason, { ran, name }) =>
    `${name} hook blocking error from command: "${describeHandler(ran.hook.handler)}": ${reason}`,
}

/** Who reads why a hook blocked, and in which words. On events that are not listed nobody is known to read it. */
const BLOCKS: Readonly<Record<string, BlockForm>> = {
  PreToolUse: { to: 'model', words: (reason, { name }) => `${name} hook error: ${reason}` },
  PostToolUse: AFTER_TOOL,
  PostToolUseFailure: AFTER_TOOL,
  PostToolBatch: { ...AFTER_TOOL, to: 'user' },
  UserPromptSubmit: REFUSED_PROMPT,
  UserPromptExpansion: REFUSED_PROMPT,
  Stop: FEEDBACK,
  SubagentStop: FEEDBACK,
  TeammateIdle: FEEDBACK,
  TaskCreated: FEEDBACK,
  TaskCompleted: FEEDBACK,
  PreCompact: { to: 'user', words: compactionBlocked },
}

function blockTexts(blocking: Blocking): readonly HostText[] {
  const { ran, event } = blocking
  const form = Object.hasOwn(BLOCKS, event.name) ? BLOCKS[event.name] : undefined
  // A compaction that nobody asked for is not talked about.
  if (form === undefined || (event.name === 'PreCompact' && event.fields['trigger'] === 'auto')) return []
  const text = form.words(ran.answer.reason || 'Blocked by hook', blocking)
  return [{ to: form.to, kind: 'block', text }]
}

/** A hook can ask for a block message without the prompt, because the prompt may hold a secret. */
function originalPrompt({ answer }: Ran, { prompt }: Event): string {
  const isSuppressed = answer.effects.some(
    (effect) =>
      effect.kind === 'native' && effect.field === 'suppressOriginalPrompt' && effect.value === true,
  )
  return prompt === undefined || isSuppressed ? '' : `\n\nOriginal prompt: ${prompt}`
}

function compactionBlocked(reason: string, { ran, event }: Blocking): string {
  const { hook, outcome } = ran
  const [line] = outcome.kind === 'exited' && outcome.code === 2 ? compactLines(event.name, [ran]) : []
  return line ?? `${event.name} [${describeHandler(hook.handler)}] failed: ${reason}`
}

/** Events outside the conversation whose failed hooks the user is told about; those of the others are not shown. */
const SHOWN_FAILURES: ReadonlySet<string> = new Set(['SessionEnd', 'PreCompact', 'PostCompact'])

/** A no where it has no effect is dropped by the host, or was given as a message already. */
function errorTexts({ answer }: Ran, name: string, spec: ClaudeEventSpec): readonly HostText[] {
  const [problem] = answer.issues
  const hasFailed = answer.failure !== undefined && answer.failure !== 'cancelled'
  const isShown = spec.reader === 'standard' || SHOWN_FAILURES.has(spec.event)
  if (!hasFailed || !isShown || problem === undefined) return []
  return [{ to: 'user', kind: 'error', text: `${name} hook error: ${problem.message}` }]
}

function saidText(effect: Effect, name: string, outcome: Outcome): readonly HostText[] {
  if (effect.kind === 'message')
    return [{ to: 'user', kind: 'message', text: `${name} says: ${effect.text}` }]
  if (effect.kind !== 'add-context' && effect.kind !== 'keep-going') return []
  const what = isPlain(outcome) ? 'success' : 'additional context'
  return [{ to: 'model', kind: 'context', text: `${name} hook ${what}: ${effect.text}` }]
}

function isPlain(outcome: Outcome): boolean {
  return outcome.kind === 'exited' && !outcome.stdout.text.trimStart().startsWith('{')
}

/** Messages of the verdict that no hook asked for, such as that of the cap on turns that go on. */
function ownMessages({ effects }: Verdict, results: readonly Ran[]): readonly HostText[] {
  const said = new Set(results.flatMap(({ answer }) => answer.effects.flatMap(messageOf)))
  return effects
    .flatMap(messageOf)
    .filter((text) => !said.has(text))
    .map((text) => ({ to: 'user', kind: 'message', text }))
}

function messageOf(effect: Effect): readonly string[] {
  return effect.kind === 'message' ? [effect.text] : []
}
