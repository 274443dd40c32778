import type { Voice } from '../core/aggregator.ts'
import type { Answer, Decision, Effect, EffectKind, LateAnswer, Reply, Verdict } from '../core/decision.ts'
import type { Event, SubjectSpec } from '../core/event.ts'
import type { Hook, Owner, Scope } from '../core/hook.ts'
import type { HostVariables } from '../core/host-variables.ts'
import type { Issue } from '../core/issue.ts'
import type { NativeFailure } from '../core/failure-policy.ts'
import type { TextCaps } from '../core/long-text.ts'
import type { Outcome, Said } from '../core/outcome.ts'
import type { Step } from '../core/plan.ts'
import type { RewriteCall } from '../core/rewritten.ts'
import type { Question } from '../core/question.ts'
import type { InlineForms } from '../shells/inline.ts'
import type { BridgeSpec } from './bridge-spec.ts'
import type { FileFormat, Places } from './places.ts'
import type { ConfigWriter } from './writer.ts'

export type { FileFormat, Places }

/** What a host knows of one of its events. */
export type EventSpec = {
  /** Canonical name. */
  readonly event: string
  readonly subject?: SubjectSpec
  /** Decisions the host acts on here; `deny` on an event that cannot prevent is feedback. */
  readonly decisions: readonly Exclude<Decision, 'none'>[]
  /** Effects the host acts on here. */
  readonly effects: readonly EffectKind[]
  /** True when the host waits to hear whether the action may happen at all. */
  readonly gate: boolean
  /** Its payload does not name the event, so that a call of the bridge says it with `--event`. Absent: it does. */
  readonly nameless?: true
  /** A hook here does the host's own work in its place, so there must be one that runs. */
  readonly replaces?: boolean
  /** A no here keeps a turn going that was about to end. */
  readonly endsTurn?: boolean
  /** Whose conversation it ends, and the host gives along: that of the session, or of the agent that stops. */
  readonly conversation?: 'session' | 'agent'
  /** Its hooks may set variables for the session, in a file of their own. */
  readonly envFile?: boolean
  /** All hooks together have this long, or as long as the longest that a file configures. */
  readonly budgetMs?: (env: (name: string) => string | undefined) => number
}

/** A step that has run, and what its answer means under its failure policy. */
export type DoneStep = {
  /** The hook that ran. */
  readonly hook: Hook
  /** What physically happened. */
  readonly outcome: Outcome
  /** What that means: decision, effects and problems. */
  readonly answer: Answer
}

/** How the steps of one dialect's hooks run together. */
export type Combination = {
  /** Whether the steps that one event matched run together or one after the other. Given in configuration order; not asked about a single step. */
  order(steps: readonly Step[]): 'parallel' | 'serial'
  /**
   * Returns the event that the following step of a serial group sees; undefined when this step changes nothing for it.
   * An event with other content has no `payload`. Absent: every step sees the event as it came.
   */
  readonly next?: (event: Event, done: DoneStep) => Event | undefined
  /** A serial group ends after the first answer with one of these decisions, or with a `stop`; per event where it differs. */
  readonly stopAt: StopAt | ((event: string) => StopAt)
  /** replace: the last rewrite in configuration order stands. merge: changed fields add up. chain: each was made on the one before, which `next` showed it. */
  readonly rewrites: 'replace' | 'merge' | 'chain'
  /** What only the last hook that speaks decides. Absent: nothing, all of them add up. */
  readonly lastOnly?: (event: string) => readonly Voice[]
}

type StopAt = readonly (Decision | 'stop')[]

/** Where files may be; config/discover.ts looks. `format` absent: the ending of the file says it. */
export type FileSpec = FilePlace & { readonly format?: FileFormat }

type FilePlace =
  | { readonly find: 'file'; readonly scope: Scope; readonly path: string }
  | {
      readonly find: 'folder'
      readonly scope: Scope
      readonly path: string
      readonly suffix: string
      /** True: folders inside are searched as well. A number: so many levels of them. */
      readonly deep: boolean | number
    }
  /** The first folder from `from` up to `upTo` that holds one of `names`; two in one folder is an error. */
  | {
      readonly find: 'nearest'
      readonly scope: Scope
      readonly names: readonly string[]
      readonly from: string
      readonly upTo: string
    }

/** One parsed file, handed to a dialect's config reader. */
export type ConfigFile = {
  readonly file: string
  readonly scope: Scope
  readonly value: unknown
  /** The plugin, skill or agent that brings the file; one without a name has it in the file. */
  readonly owner?: Omit<Owner, 'name'> & { readonly name?: string }
  /** A plugin that whoever embeds the engine says policy switched on. */
  readonly forced?: boolean
  /** The file of a skill or agent lies in a plugin. */
  readonly isShipped?: boolean
  /** An agent that is the main thread, not a subagent. */
  readonly isMain?: boolean
  /** The packs that `packUses` finds in it, by these texts. Absent: none. */
  readonly packs?: FoundPacks
}

/** Packs outside the program, by the text that names each. */
export type FoundPacks = ReadonlyMap<string, FoundPack>

/** A pack that a config names by its folder, or by its name at npm, as it was found. */
export type FoundPack = {
  /** Absolute path of its `pack.yaml`, also where there is none. */
  readonly file: string
  /** What `pack.yaml` says; undefined when it cannot be used. */
  readonly value: unknown
  /** What is wrong with it, in `pack.yaml` or without a place. */
  readonly issues: readonly Issue[]
  /** What the lock says about its content. Absent: it is a folder. */
  readonly integrity?: string
  /** The packs that it uses in turn. */
  readonly packs: FoundPacks
}

export type ConfigReading = {
  readonly file: string
  readonly scope: Scope
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  /** Keys of the file that steer other files' hooks; only the dialect's own `combine` reads them. */
  readonly switches: Readonly<Record<string, unknown>>
  /** Other dialects whose files this file asks for. */
  readonly imports: readonly string[]
}

/** Reading config is rare and heavy (schemas), so it loads on demand. */
export type ConfigSide = {
  read(file: ConfigFile, places: Places): ConfigReading
  /** The texts that name packs outside the program in what a file says. Absent: the dialect knows no such packs. */
  readonly packUses?: (value: unknown) => readonly string[]
  /** All files of this dialect, strongest scope first -> the hooks in force, in configuration order. */
  combine(readings: readonly ConfigReading[], places: Places, calling?: Calling): Combined
}

/** `host`: the program that calls, by the name of its dialect. */
export type Calling = { readonly host?: string | undefined }

export type Combined = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  readonly commands?: Commands
  /** Why callbacks that a program registers do not run either. */
  readonly callbacksOff?: string
  /** Only hooks of a policy run. */
  readonly managedOnly?: boolean
  /** What the user or the administrator says about the guard of our own files. Absent: nothing. */
  readonly selfGuard?: 'ask' | 'deny' | 'off'
}

/**
 * Commands that are no hooks and yet run like them, by the setting's name, strongest first. Their event is
 * `command:NAME`, and the first that trust does not refuse is the one to run.
 */
export type Commands = Readonly<Record<string, readonly Hook[]>>

/** The files of a host's plugins; paths are relative to the plugin's folder. */
export type PluginLayout = {
  readonly manifest: string
  readonly hooks: string
  /** Other places of hooks, all of which count. */
  readonly moreHooks?: readonly string[]
  /** What a parsed manifest says: the plugin's name, and where more hooks are. */
  describe(manifest: unknown): PluginManifest
}

export type PluginManifest = {
  readonly name?: string
  readonly paths: readonly { readonly path: string; readonly pointer: readonly (string | number)[] }[]
}

/** What a hook of this wire reads and writes; loads when something matched. */
export type HookSide = {
  encodeInput(event: Event, hook: Hook): string | Uint8Array
  /** Variables to add (string) or to remove (undefined) on top of the inherited environment. */
  environment(
    event: Event,
    hook: Hook,
    inherited: Readonly<Record<string, string | undefined>>,
    given?: { readonly envFile?: string | undefined },
  ): Record<string, string | undefined>
  /** May the hook set variables for the session, in a file that `environment` is given as `envFile`? */
  takesEnvFile?(event: Event, hook: Hook, inherited: Readonly<Record<string, string | undefined>>): boolean
  /** How command strings of its files are started, by the name in a hook's `start.form`. Absent: its files hold none. */
  readonly inlineForms?: InlineForms
  /** What ends a command: its exit, or its exit and the end of its stdout, which descendants may hold. Default: `exit`. */
  readonly endsAt?: 'exit' | 'stdout-end'
  /** With `stdout-end`: exit codes that still count when stdout is open at the timeout. Default: none. */
  readonly finalCodes?: readonly number[]
  decodeOutput(hook: Hook, event: Event, said: Said): Answer
  /** For each text of a hook that is context, a message or an opening prompt. Absent: texts of any length pass. */
  readonly textCaps?: TextCaps
  /** What a hook may say while it runs. Absent: nothing. */
  readonly asides?: Asides
}

export type Asides = {
  /** Does the first line of stdout move the hook into the background? */
  readDeclaration?(line: string): Declaration | undefined
  /** What a hook that was moved there means by its end. */
  decodeLate(hook: Hook, event: Event, outcome: Outcome): LateAnswer
  /** Absent: its hooks ask nobody. */
  readonly questions?: Questions
}

export type Declaration = {
  readonly timeoutMs: number
  /** The same line holds a decision. */
  readonly decides?: true
}

export type Questions = {
  /** Whether hooks of this event may ask at all. */
  takes(event: Event): boolean
  read(line: string): Question | undefined
  writeReply(question: Question, key: string): string
  /** Output without the lines that were questions. */
  remove(stdout: string, lines: readonly string[]): string
  /** What the event is about, in a line. */
  summarise(event: Event): string | undefined
  /** What the host calls the hook in front of people. */
  nameOf(event: Event, hook: Hook): string
}

export type Payload = {
  readonly bytes: Uint8Array
  /** `--event`, when the caller said it. */
  readonly event?: string
  readonly startDir: string
  readonly projectDir: string
  readonly at: number
}

/** How a hook tells a host that it goes on after its event. */
export type Behind = {
  /** The first line it writes; the host lets it run for that long. */
  declare(timeoutMs: number): string
  /** What it writes in the end; undefined when there is nothing to say. */
  encodeLate(event: string, effects: readonly Effect[]): string | undefined
}

/** Our description of one host: data plus pure functions. */
export type Dialect = {
  readonly name: string
  readonly title: string
  /** Name of the wire its hooks read and write; dialects that share one pass payload bytes through unchanged. */
  readonly wire: string
  /** The release with which the contract was tried, such as `Codex CLI 0.166.0`. Absent: it is known from documents only. */
  readonly seen?: string
  /** By native event name. */
  readonly events: Readonly<Record<string, EventSpec>>
  /**
   * Returns the call with another canonical input, as the host would have sent it: native arguments and parts are those
   * of the new input. A text says why the host's arguments cannot express the input; the call is denied then. Absent:
   * the host's arguments are the canonical ones.
   */
  readonly rewriteCall?: RewriteCall
  /**
   * Returns a text that only calls of hooks about this one action share, although the host tells of it several times.
   * Undefined: the payload does not identify the action. Absent: it never does.
   */
  readonly actionOf?: (event: Event) => string | undefined
  /** How often in a row the host itself lets hooks keep a turn from ending. Absent: it has no cap. */
  readonly stopCap?: number
  /** For the texts of all hooks together, which the host gets as one. Absent: it takes any length. */
  readonly textCaps?: TextCaps
  readonly combination: Combination
  /** What `onFailure: native` means, per failure class. */
  readonly failures: NativeFailure
  /**
   * Returns the outcome as the host takes it, for hooks of this dialect's own files; failures are told apart in what it
   * returns. The run log keeps the real one. Absent: outcomes stand as they are.
   */
  readonly readOutcome?: (outcome: Outcome, hook: Hook, event: Event) => Outcome
  /** Files among its own whose hooks belong to a session, not to a project or user. */
  readonly sessionFilePattern?: RegExp
  readonly plugins?: PluginLayout
  /** Settings may be handed over as a value, by the program that embeds the engine. */
  readonly takesSettings?: boolean
  /** Its files may say how MCP servers are reached, under `mcpServers`. */
  readonly definesServers?: boolean
  /** A project's file of this dialect that is a link out of the project is not read. Absent: it is, as its host does. */
  readonly refusesLinks?: true
  /** What a file of the user's that cannot be loaded does to gate events. */
  readonly brokenFile?: 'ask' | 'ignore'
  /**
   * Name of the program that reads this hook's file from the default branch of the repository only, whatever is
   * checked out; undefined for a hook whose file is read where it lies. Absent: all are.
   */
  readonly defaultBranchReader?: (hook: Hook) => string | undefined
  /** Variables its config reader looks at, so that a remembered reading is not used with other values. */
  readonly configVariables?: readonly string[]
  /** Variables that its hooks get, for those who look for the files that commands name. Absent: only our own. */
  readonly hostVariables?: HostVariables
  /** Variable with the number of times that hooks may keep a turn from ending. Absent: the host has none. */
  readonly stopCapVariable?: string
  /** Variable with a script of the user's that sets variables for the session's commands. Absent: the host has none. */
  readonly envFileVariable?: string
  /** Variable in which the host says where the session was started. */
  readonly projectVariable?: string
  files(places: Places): readonly FileSpec[]
  /** Keys of an entry that hold a command each, for different shells or systems. Absent: `command` alone. */
  readonly commandKeys?: readonly string[]
  /** A setting that we cannot see decides which of its files the host reads. Absent: it reads all of them. */
  readonly choosesFiles?: true
  decodeEvent(payload: Payload): Event | Issue
  encodeReply(event: Event, verdict: Verdict): Reply
  /** Our own failure, in this host's terms: `ignore` lets it go on, `deny` is a normal deny. */
  encodeFailure(event: Pick<Event, 'name'>, problem: Issue, policy: 'ignore' | 'deny'): Reply
  /**
   * A no for a host that does not get our stdout: `stdout` is empty. On an event where an exit code refuses nothing, the
   * reply says as much as the host shows of stderr.
   */
  encodeWithoutStdout(event: Pick<Event, 'name'> & Partial<Event>, reason: string): Reply
  /** Returns the body that says over HTTP what a reply says to who started a command. Absent: the host calls no URL. */
  readonly encodeHttp?: (event: Pick<Event, 'name'> & Partial<Event>, reply: Reply) => string
  /** Absent: the host waits for every hook it starts. */
  readonly behind?: Behind
  config(): Promise<ConfigSide>
  /** Writes files of this dialect, for `convert`. Absent: it has no files, or writing them is not supported. */
  readonly writer?: () => Promise<ConfigWriter>
  /** How our bridge is registered in its files. Absent: it has no file that could hold it. */
  readonly bridge?: () => Promise<BridgeSpec>
  hooks(): Promise<HookSide>
}
