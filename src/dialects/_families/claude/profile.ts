import type { TextCaps } from '../../../core/long-text.ts'
import type { InlineForms } from '../../../shells/inline.ts'
import type { Start } from '../../../core/hook.ts'
import type { BridgeSpec, InstallScope } from '../../bridge-spec.ts'
import type { Behind, Dialect } from '../../dialect.ts'
import type { CallNames } from './calls.ts'
import type { Envelope } from './envelope.ts'
import type { ClaudeEvents, HandlerType } from './event-spec.ts'
import type { JsonObject } from './shape.ts'

/** All in which the hosts of this family differ. `claudeFamily` makes the dialect of one from it. */
export type ClaudeProfile = HookContract & {
  readonly host: HostData
  /** Events that its files may name and its wire has no rows for. */
  readonly moreEvents?: Dialect['events']
  /** How a hook tells the host that it goes on after its event. Absent: the host waits for every hook. */
  readonly behind?: (events: ClaudeEvents) => Behind
  /** Default: files that hold `{ "hooks": { EVENT: [group…] } }`, in the order of their scopes. */
  readonly config?: Dialect['config']
  /** How our bridge is registered, where that does not follow from the rest. `false`: no file can hold it. */
  readonly bridge?: BridgeForm | false
}

type BridgeForm = Pick<BridgeSpec, 'takesPath' | 'longestTimeout' | 'notes'> & {
  /** Which of the files that the host reads, by their paths with slashes. Default: the first of a scope. */
  readonly file?: RegExp
  /** Default: both. */
  readonly scopes?: readonly InstallScope[]
  /** Key that switches off all hooks. Default: that of `configForm`. */
  readonly off?: string
  /** The host can call us through HTTP in place of starting a command. */
  readonly http?: {
    /** Key of a list of URLs; where some file has it, no other URL is called. */
    readonly allowed: string
  }
}

/** What hooks of one wire read and write, whichever file they came from. */
export type HookContract = {
  /** The dialect's name, and the host's name for people. */
  readonly name: string
  readonly title: string
  readonly wire: string
  /** What messages about the contract call its host, when the dialect only borrows the contract. Default: `title`. */
  readonly contractOf?: string
  readonly events: ClaudeEvents
  /** Native events of which a broken hook makes its whole file void: it may guard permissions declared beside it. */
  readonly voiding?: readonly string[]
  /** All values of the subject, by native event, where the host's reference lists them in full. */
  readonly subjectValues?: Readonly<Record<string, readonly string[]>>
  readonly variables: VariableNames
  /** Names in `${…}` that the host itself fills into commands. Absent: it fills in nothing. */
  readonly placeholders?: Placeholders
  /** Canonical name by the host's own name of a tool. A tool that is not listed has the same name in both. */
  readonly tools?: Readonly<Record<string, string>>
  /** The host's own names of tools that people misspell. Default: those of `tools`. */
  readonly toolNames?: readonly string[]
  /** Names of tools and of their arguments, in place of `tools`. Absent: arguments have canonical names. */
  readonly calls?: CallNames
  /** How its payloads differ from those of the contract. Absent: they do not. */
  readonly envelope?: Envelope
  /** How its config files differ from those of the contract. Absent: they do not. */
  readonly configForm?: ConfigForm
  /** Folder of a project in which its settings are, such as `.claude`. */
  readonly folder?: string
  /** Unit of `timeout` in its files, for all handlers or by type. Default: seconds. */
  readonly timeoutUnit?: TimeoutUnit | Readonly<Partial<Record<HandlerType, TimeoutUnit>>>
  /** Defaults of timeouts by handler type, in milliseconds, before those of events. Absent: those of the contract. */
  readonly timeoutsMs?: Readonly<Partial<Record<HandlerType, number>>>
  /** Keys of handlers that the host accepts and does not document; `check` does not warn about them. */
  readonly quietKeys?: readonly string[]
  /** How command strings of its files are started. Absent: its files hold none. */
  readonly inlineForms?: () => Promise<InlineForms>
  /** For each text of a hook. Absent: texts of any length pass. */
  readonly hookTextCaps?: TextCaps
}

/** `mixed`: seconds below 1,000, from there on milliseconds, which were the unit of older releases. */
export type TimeoutUnit = 'seconds' | 'milliseconds' | 'mixed'

/** How files hold hooks. */
type ConfigForm = {
  /** Files that hold the map of events itself, without `hooks` around it. One with `hooks` is read too. */
  readonly bare?: RegExp
  /** `hooks` is a list of entries, each with its event and one command; these are the only keys of an entry. */
  readonly entryKeys?: readonly string[]
  /** Keys of a group besides `matcher` and `hooks`. Default: none. */
  readonly groupKeys?: readonly string[]
  /** What a group says about its hooks besides. Absent: nothing. */
  readonly readGroup?: (group: JsonObject) => GroupTraits
  /** Keys that the host reads, by handler type. Absent: those of the contract. */
  readonly handlerKeys?: Readonly<Partial<Record<HandlerType, readonly string[]>>>
  /** What a handler says about its hook besides. Absent: nothing. */
  readonly readHandler?: (handler: JsonObject) => Pick<GroupTraits, 'note'>
  /** How a command is started. Default: by a shell, or without one where there are `args`. */
  readonly startOf?: (command: string) => Start
  /** Other words that matchers may have for names of tools, as parts between `|`. Default: none. */
  readonly matcherWords?: Readonly<Record<string, string>>
  /** Rewrites a matcher that is not a pattern. `either`: it is tested against canonical names too. */
  readonly readMatcher?: (pattern: string) => { readonly pattern: string; readonly either?: true }
  /** Key that switches off all hooks. Absent: the host has none. */
  readonly off?: string
  /** Key of a managed file that leaves only hooks of managed files. Absent: the host has none. */
  readonly managedOnly?: string
}

/** What a dialect makes of the keys that only its host has. */
export type GroupTraits = {
  /** For `Hook.note`. */
  readonly note?: string
  /** A regular expression for the command line; the group is for the shell tool alone then. */
  readonly commandPattern?: string
  /** What cannot be honoured: one sentence each. */
  readonly lost?: readonly string[]
}

/** Names of the variables that the host sets for its hooks; one that is absent is not set. */
export type VariableNames = {
  /** The folder the session was started in. */
  readonly projectDir?: string
  /** Others with the same value. */
  readonly moreProjectDirs?: readonly string[]
  /** Native name of the event. */
  readonly event?: string
  /** Native name of the tool. */
  readonly tool?: string
  readonly sessionId?: string
  readonly effort?: string
  /** The file to which a hook appends `export` lines for later commands of the session. */
  readonly envFile?: string
  readonly pluginRoot?: string
  /** Another with the same value. */
  readonly otherPluginRoot?: string
  readonly pluginData?: string
  /** What precedes the name of a plugin's option, which is written in capitals. */
  readonly pluginOption?: string
  /** Set to the same text for every hook, such as the mark of a child session. */
  readonly always?: Readonly<Record<string, string>>
  /** Variables with these prefixes stay with the host. */
  readonly withheld?: readonly string[]
  readonly scrub?: Scrub
}

/** Variables that hooks do not inherit while the variable `switch` is on. */
export type Scrub = { readonly switch: string; readonly credentials: readonly RegExp[] }

export type Placeholders = {
  readonly projectDir?: string
  readonly pluginRoot?: string
  /** Another name for the same folder. */
  readonly otherPluginRoot?: string
  readonly pluginData?: string
  /** What precedes the name of a plugin's option, up to the dot that follows: `user_config`. */
  readonly options?: string
}

/** How the host itself runs hooks, and where its files are: parts of the dialect that are passed on as they are. */
type HostData = Omit<
  Dialect,
  | 'name'
  | 'title'
  | 'wire'
  | 'events'
  | 'decodeEvent'
  | 'encodeReply'
  | 'encodeFailure'
  | 'encodeWithoutStdout'
  | 'behind'
  | 'config'
  | 'bridge'
  | 'hooks'
>

/** What messages call the host whose contract this is. */
export function hostTitle({ contractOf, title }: Pick<HookContract, 'contractOf' | 'title'>): string {
  return contractOf ?? title
}
