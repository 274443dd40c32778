import type { Decision } from '../../../core/decision.ts'
import type { PlainSubject, SubjectSpec } from '../../../core/event.ts'
import type { InlineForms } from '../../../shells/inline.ts'
import type { BridgeFile, BridgeSpec, InstallScope } from '../../bridge-spec.ts'
import type { Dialect, EventSpec, Places } from '../../dialect.ts'
import type { ToolTable } from '../tool-names.ts'
import type { FileForm } from './file-form.ts'

/**
 * Everything in which the hosts of this family differ. They send one JSON object with the session, the directory and the tool
 * call, and read an exit code, a few keys of JSON or plain text. `plainFamily` makes the dialect of one from it.
 */
export type PlainProfile = {
  readonly name: string
  readonly title: string
  /** By native name. */
  readonly events: PlainEvents
  /** Set: names of events may be written in any case, with or without underscores. */
  readonly foldsNames?: true
  /** Names of events in other releases, with the native name. Absent: there are none. */
  readonly otherEvents?: Readonly<Record<string, string>>
  readonly keys: PayloadKeys
  readonly tools: CallTable
  readonly variables?: VariableNames
  readonly files: FileForm
  /** How command strings of its files are started. Absent: its files hold none that a shell reads. */
  readonly inlineForms?: () => Promise<InlineForms>
  /** Characters of stderr that the host keeps as the reason of a deny. Absent: all. */
  readonly stderrCap?: number
  /** Exit code with which the host shows stderr to the user and lets the event go on. Absent: the host has no such code. */
  readonly shownExit?: number
  readonly host: HostData
  /** How our bridge is registered, where that does not follow from the rest. `false`: no file can hold it. */
  readonly bridge?: BridgeForm | false
}

type BridgeForm = Pick<BridgeSpec, 'skips' | 'notes'> & {
  /** Default: the first of the files that the host reads. */
  readonly file?: (scope: InstallScope, places: Places) => BridgeFile
}

/** Keys of the payload. One that is absent is not in the payload. */
export type PayloadKeys = {
  readonly event: string
  readonly session?: string
  readonly cwd?: string
  readonly prompt?: string
  readonly useId?: string
  readonly response?: string
  /** Holds the response in payloads of other releases; read where `response` is absent. */
  readonly otherResponse?: string
  /** Holds an object with everything that is not at the top level. */
  readonly rest?: string
  /** Holds what `implied` of an event is about. */
  readonly about?: string
  /** Holds a list of finished calls, where the payload is about several. */
  readonly calls?: string
}

export type PlainEventSpec = EventSpec & {
  readonly subject?: SubjectSpec
  /** What exit code 2 of a hook is. `failure`: what every other code above 0 is. */
  readonly exit2: 'deny' | 'ignored' | 'failure'
  /** The JSON that the host reads. Absent: it reads none. */
  readonly answer?: AnswerForm
  /** Set: plain text on stdout is context at exit 0. */
  readonly stdout?: 'context'
  /** The event is about these tools only, and a payload without the name of one is about the first. */
  readonly implied?: { readonly tools: readonly string[]; readonly argument: string }
}

export type PlainEvents = Readonly<Record<string, PlainEventSpec>>

/** Keys of JSON on stdout and what they mean. */
export type AnswerForm = {
  /** In the order in which the host looks at them. Ours is the first. */
  readonly verbs: readonly Verb[]
  /** Set: words count in any case. */
  readonly anyCase?: true
  /** Set: a word that the host does not know makes the answer a failure. */
  readonly knownWordsOnly?: true
  /** Holds the object in which `context` and `rewrite` stand. Absent: they stand beside the word. */
  readonly inside?: string
  /** Holds a text for the user, which counts beside a yes only. */
  readonly message?: string
  /** Holds context: a text, or a list of texts. */
  readonly context?: string
  /** Holds new arguments, whatever the decision is. */
  readonly rewrite?: string
  /** A key that with this value ends the turn or denies. */
  readonly flag?: { readonly key: string; readonly is: boolean; readonly means: 'stop' | 'deny' }
  /** An object that is read in place of everything else. */
  readonly nested?: { readonly key: string; readonly form: AnswerForm }
  /** Set: it is read at every exit code. Default: at 0. */
  readonly anyExit?: true
  /** Set: a deny without a text is ignored. */
  readonly needsReason?: true
}

/** A key with a word. */
export type Verb = {
  readonly key: string
  readonly words: Readonly<Record<string, Decision | 'rewrite'>>
  /** Keys with the reason, the first one ours. */
  readonly reasons: readonly string[]
  /** Holds new arguments beside a word that means `rewrite`. */
  readonly arguments?: string
}

/** What the host calls tools, and how their arguments differ from the canonical ones. */
export type CallTable = ToolTable & {
  /** Written around server and tool of an MCP tool: `@server/tool` is `['@', '/']`. */
  readonly mcp?: readonly [prefix: string, separator: string]
  /** Other names of arguments, which count where the host's own are absent. By canonical name of the tool. */
  readonly otherArguments?: ToolTable['arguments']
  /** Arguments without which a call made of another host's would not be one of this host. By canonical name. */
  readonly fixed?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** An argument that lists what to do, by canonical name of the tool; each item is a call by itself. */
  readonly lists?: Readonly<Record<string, string>>
  /** An argument that holds a patch, by canonical name of the tool. */
  readonly patches?: Readonly<Record<string, string>>
  /** Set: a rewrite is merged into the arguments, so it cannot remove one. */
  readonly merges?: true
}

/** Names of the variables that the host sets for its hooks; one that is absent is not set. */
export type VariableNames = {
  readonly always?: Readonly<Record<string, string>>
  readonly event?: string
  readonly session?: string
  readonly cwd?: string
  readonly project?: string
  readonly tool?: string
  readonly prompt?: string
  readonly pluginRoot?: string
  /** Native argument of the tool by the variable that holds it. */
  readonly arguments?: Readonly<Record<string, string>>
}

/** Parts of the dialect that are passed on as they are. */
type HostData = Pick<Dialect, 'combination' | 'files'> &
  Partial<
    Pick<
      Dialect,
      'choosesFiles' | 'configVariables' | 'projectVariable' | 'stopCap' | 'stopCapVariable' | 'brokenFile'
    >
  >

type Row = Partial<Omit<PlainEventSpec, 'event'>>

/** A row of an event that the host does not wait for, unless the row says otherwise. */
export function row(event: string, fields: Row = {}): PlainEventSpec {
  return { event, decisions: [], effects: [], gate: false, exit2: 'ignored', ...fields }
}

/** A row of an event where the host waits for a decision. */
export function gate(event: string, fields: Row = {}): PlainEventSpec {
  return row(event, { decisions: ['deny'], gate: true, exit2: 'deny', ...fields })
}

export const TOOL: PlainSubject = 'tool'
