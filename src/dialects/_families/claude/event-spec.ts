import type { Decision, EffectKind } from '../../../core/decision.ts'
import type { PlainSubject } from '../../../core/event.ts'
import type { EventSpec } from '../../dialect.ts'

/** What a field of `hookSpecificOutput` may hold; a list is a closed set of words. */
export type FieldType = 'text' | 'flag' | 'object' | 'texts' | 'any' | 'permission' | readonly string[]

/** How the host is told no: see reply.ts for the shape of each. */
type DenyForm = 'permission' | 'block' | 'behavior' | 'action' | 'stop' | 'context' | 'exit-2' | 'none'

export type HandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent'

/** One row drives decoding, encoding and defaults. */
export type ClaudeEventSpec = EventSpec & {
  /** The host's own name of the event, where it is not the canonical one: see `nativeOf`. */
  readonly native?: string
  readonly subject?: PlainSubject
  /** Side events have a reduced reader in the host: JSON that fails its check never blocks there, even with exit 2. */
  readonly reader: 'standard' | 'side'
  /** What plain text on stdout is at exit 0. */
  readonly stdout: 'context' | 'path' | 'nothing'
  /** How we hand context over: in `additionalContext`, or as the plain text of stdout. */
  readonly contextBy: 'field' | 'stdout'
  /** Fields of `hookSpecificOutput`. Absent: the event has none, and sending one is an error. */
  readonly output?: Readonly<Record<string, FieldType>>
  /** Of them, those without which it means nothing. */
  readonly required: readonly string[]
  /** A `hookSpecificOutput` for another event: `refused` with all around it, or `ignored` by itself. */
  readonly wrongName: 'refused' | 'ignored'
  readonly exit2: 'deny' | 'message' | 'ignored'
  readonly denyBy: DenyForm
  readonly discards: readonly ('continue' | 'systemMessage')[]
  /** Default of its hooks, in milliseconds whatever unit the host's files use. */
  readonly timeoutMs: number
  /** The narrow set of name characters is a leftover of two events. For hosts without lists of names: a regular expression or one name. */
  readonly matcher: 'wide' | 'narrow' | 'regex' | 'exact'
  readonly handlers: readonly HandlerType[]
  /** Its hooks may set variables for the commands of the session, in a file that a variable names. */
  readonly envFile?: true
  /** Hooks of skills and agents take part; elsewhere the host fires without the session's state. */
  readonly session: boolean
  /** Hooks may ask the user while they run. */
  readonly asks: boolean
  /** The host does not name its subject when it names the firing. */
  readonly bareName?: true
  /** How the host's answers differ in form. Absent: see `AnswerForm`. */
  readonly form?: AnswerForm
  /** A firing whose field holds this value cannot be denied. */
  readonly notDeniedWhen?: { readonly field: string; readonly is: string }
}

/** Where and in which words the host reads an answer, as far as that differs from the contract. */
export type AnswerForm = {
  /** Words of `decision`; the first with a meaning is the one we write. Default: `approve` and `block`. */
  readonly words?: Readonly<Record<string, DecisionWord>>
  /**
   * `flat`: the event's own fields stand at the top level. `inside`: `decision` and `reason` stand among the event's own
   * fields. Default: `decision` at the top level, the event's own fields in `hookSpecificOutput`.
   */
  readonly place?: 'flat' | 'inside'
  /** The event's own part need not name its event. */
  readonly unnamed?: true
  /** The event's own decision counts before a top-level one, also before a block. */
  readonly ownFirst?: true
  /** JSON is read at exit 0 only. Default: at every exit code. */
  readonly jsonAt?: 'exit-0'
  /** A deny in JSON goes with exit code 2, and with its reason on stderr. */
  readonly exitsToo?: true
  /** Exit 0 without a decision approves, so a reply without a decision has exit code 1. */
  readonly silenceAllows?: true
}

export type DecisionWord = Extract<Decision, 'allow' | 'ask' | 'deny'>

/** The events of one host of the family, by native name. */
export type ClaudeEvents = Readonly<Record<string, ClaudeEventSpec>>

/** Returns the name of the event in the host's payloads, answers and files. */
export function nativeOf({ event, native }: Pick<ClaudeEventSpec, 'event' | 'native'>): string {
  return native ?? event
}

/** A row before it has its names. */
export type EventRow = Omit<ClaudeEventSpec, 'event' | 'native'>

type Row = Partial<Omit<EventRow, 'subject' | 'effects'>> & {
  readonly subject?: PlainSubject
  readonly effects?: readonly EffectKind[]
}

export const SECOND = 1_000
export const DENY: readonly Exclude<Decision, 'none'>[] = ['deny']
export const NO_MODEL: readonly HandlerType[] = ['command', 'http', 'mcp_tool']
const ALL: readonly HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent']

/** Every standard event shows messages, can stop the turn and takes a terminal sequence, unless it discards them. */
function standardEffects({ effects = [], discards = [] }: Row): readonly EffectKind[] {
  const stop: readonly EffectKind[] = discards.includes('continue') ? [] : ['stop']
  return [...effects, 'message', ...stop, 'native']
}

/** A row of an event whose output goes through the host's common reader. */
export function standard(row: Row): EventRow {
  return {
    reader: 'standard',
    stdout: 'nothing',
    contextBy: 'field',
    required: [],
    wrongName: 'refused',
    exit2: 'deny',
    denyBy: 'block',
    decisions: DENY,
    gate: false,
    discards: [],
    timeoutMs: 600 * SECOND,
    matcher: 'wide',
    handlers: ALL,
    session: true,
    asks: false,
    ...row,
    effects: standardEffects(row),
  }
}

/** A row of an event with a reader of its own. */
export function side(row: Row): EventRow {
  return {
    ...standard(row),
    reader: 'side',
    exit2: row.exit2 ?? 'ignored',
    denyBy: row.denyBy ?? 'none',
    decisions: row.decisions ?? [],
    discards: row.discards ?? ['continue', 'systemMessage'],
    handlers: row.handlers ?? NO_MODEL,
    session: row.session ?? false,
    effects: [...(row.effects ?? []), 'native'],
  }
}
