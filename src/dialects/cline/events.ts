import type { EffectKind } from '../../core/decision.ts'
import type { EventSpec } from '../dialect.ts'

/** An event of Cline: a hook is a file of this name. */
export type ClineEvent = {
  /** Name of the file, and of the event in payloads of the VS Code extension. */
  readonly file: string
  /** Name of the event in payloads of the SDK and the CLI. Absent: they do not fire it. */
  readonly sdk?: string
  /** Canonical name. */
  readonly event: string
  /** What the extension acts on. Absent: it does not fire the event. */
  readonly extension?: Honours
  /** What the SDK acts on; it waits for an answer on tool events only. */
  readonly inSdk?: Honours
  /** Key of the part of the payload that is about the event. */
  readonly block?: string
}

type Honours = Pick<EventSpec, 'decisions' | 'effects' | 'gate'>

const NOTHING: Honours = { decisions: [], effects: [], gate: false }
const STARTS: Honours = { decisions: [], effects: ['add-context', 'stop'], gate: false }
const TOOL_EFFECTS: readonly EffectKind[] = ['add-context', 'stop']
/** A no to what has happened is feedback: text for the model. */
const AFTER: Honours = { decisions: ['deny'], effects: TOOL_EFFECTS, gate: false }

/** docs/hosts/cline.md#events */
export const ROWS: readonly ClineEvent[] = [
  {
    file: 'PreToolUse',
    sdk: 'tool_call',
    event: 'PreToolUse',
    extension: { decisions: ['deny'], effects: TOOL_EFFECTS, gate: true },
    inSdk: { decisions: ['deny'], effects: [...TOOL_EFFECTS, 'rewrite-input'], gate: true },
    block: 'preToolUse',
  },
  {
    file: 'PostToolUse',
    sdk: 'tool_result',
    event: 'PostToolUse',
    extension: AFTER,
    inSdk: AFTER,
    block: 'postToolUse',
  },
  {
    file: 'UserPromptSubmit',
    sdk: 'prompt_submit',
    event: 'UserPromptSubmit',
    extension: { decisions: ['deny'], effects: ['add-context'], gate: true },
    block: 'userPromptSubmit',
  },
  { file: 'TaskStart', sdk: 'agent_start', event: 'SessionStart', extension: STARTS, block: 'taskStart' },
  { file: 'TaskResume', sdk: 'agent_resume', event: 'SessionStart', extension: STARTS, block: 'taskResume' },
  { file: 'TaskCancel', sdk: 'agent_abort', event: 'SessionEnd', extension: NOTHING, block: 'taskCancel' },
  { file: 'TaskComplete', sdk: 'agent_end', event: 'Stop', extension: NOTHING, block: 'taskComplete' },
  { file: 'TaskError', sdk: 'agent_error', event: 'StopFailure' },
  { file: 'SessionShutdown', sdk: 'session_shutdown', event: 'SessionEnd' },
  { file: 'Notification', event: 'Notification', extension: NOTHING, block: 'notification' },
  { file: 'PreCompact', event: 'PreCompact', extension: NOTHING, block: 'preCompact' },
]

/** By native name, those of the extension and those of the SDK. */
export const clineEvents: Readonly<Record<string, EventSpec>> = Object.fromEntries([
  ...ROWS.flatMap(({ file, event, extension }) => (extension ? [[file, specOf(event, extension)]] : [])),
  ...ROWS.flatMap(({ sdk, event, inSdk = NOTHING }) => (sdk ? [[sdk, specOf(event, inSdk)]] : [])),
]) as Readonly<Record<string, EventSpec>>

function specOf(event: string, honours: Honours): EventSpec {
  return { event, ...honours, ...(event.endsWith('ToolUse') && { subject: 'tool' as const }) }
}

/** Returns the row of an event by its file name or by its name in the SDK. */
export function rowOf(native: string): ClineEvent | undefined {
  return ROWS.find(({ file, sdk }) => file === native || sdk === native)
}

export function canonicalEvent(native: string): string {
  return rowOf(native)?.event ?? native
}
