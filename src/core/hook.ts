import type { Answer, Decision } from './decision.ts'
import type { Event, HookSubject } from './event.ts'
import type { MatcherSpec } from './matcher.ts'
import type { HookNames, NamedFiles } from './named-files.ts'
import type { Sealed } from './sealed.ts'
import { shownUrl } from './url.ts'

/** Authority of a source, strongest first. */
export const SCOPES = ['managed', 'user', 'project', 'local', 'plugin', 'session'] as const
export type Scope = (typeof SCOPES)[number]

/** Where a hook was configured. */
export type Source = {
  /** Absolute path of the file. Empty: the program added the hook itself. */
  readonly file: string
  /** Path of keys inside the file. */
  readonly pointer: readonly (string | number)[]
  /** Authority of the place: `managed`, `user`, `project`, `local`, `plugin` or `session`. */
  readonly scope: Scope
  /** The plugin, skill or agent that brought the hook. Absent: a settings file, or the program itself. */
  readonly owner?: Owner
  /** The pack that brought the hook; `file` is then its `pack.yaml`. Absent: it stands in the config itself. */
  readonly pack?: PackSource
}

/** A pack of somebody's own, or of npm, that a config uses. */
export type PackSource = {
  /** Name of the pack, as its `pack.yaml` says it. */
  readonly name: string
  /** Absolute path of its folder. */
  readonly root: string
  /** Absolute path of the config that uses it. */
  readonly usedBy: string
  /** What the lock says about its content. Absent: a folder, whose files are what an approval covers. */
  readonly integrity?: string
}

/** What hooks come with besides settings. */
export type Owner = {
  /** What brought the hook. */
  readonly kind: 'plugin' | 'skill' | 'agent'
  /** Name of the plugin, skill or agent. */
  readonly name: string
  /** Absolute path of the folder of the plugin, skill or agent. */
  readonly root: string
  /** Where a plugin keeps what it wants to find again. */
  readonly dataDir?: string
  /** What the user set for a plugin; opaque text, never expanded, possibly secret. */
  readonly options?: Sealed<Readonly<Record<string, string>>>
}

/** Where a decision came from: `settings`, `plugin:NAME`, `skill:NAME`, `agent:NAME`, or `program` for one of its functions. */
export function sourceTag({ owner, file }: Source): string {
  if (owner !== undefined) return `${owner.kind}:${owner.name}`
  return file === '' ? 'program' : 'settings'
}

export const SHELLS = ['sh', 'bash', 'pwsh', 'powershell', 'cmd'] as const
export type ShellName = (typeof SHELLS)[number]

/** How a command becomes a process. */
export type Start =
  | {
      /** A program and its arguments, started without a shell. */
      readonly kind: 'argv'
      /** With paths filled in; options of a plugin are still placeholders. */
      readonly words: readonly string[]
      /** The words as the file has them, for descriptions. Absent: the same as `words`. */
      readonly written?: readonly string[]
      /** With the options filled in; only the process gets them. Absent: the same as `words`. */
      readonly filled?: Sealed<readonly string[]>
    }
  | {
      /** A text that a shell runs as a script. */
      readonly kind: 'script'
      /** The shell that runs it. */
      readonly shell: ShellName
      /** The text of the script, as its file has it. */
      readonly source: string
      /** Arguments that the script gets. */
      readonly args: readonly string[]
    }
  | {
      /** A command line that is started as its host does it. */
      readonly kind: 'inline'
      /** How the host hands it to a shell: the name of one of the inline forms of the hook's wire. */
      readonly form: string
      /** The command line, with paths filled in. */
      readonly command: string
      /** The command line as the file has it, where paths were filled in. Absent: the same as `command`. */
      readonly written?: string
    }

/** A function of the program as a handler. */
export type FunctionHandler = (
  event: Event,
  context: {
    /** Aborts when the answer is no longer wanted: on a timeout, or when the dispatch is cancelled. */
    readonly signal: AbortSignal
  },
) =>
  | Answer
  | Readonly<Record<string, unknown>>
  | void
  | Promise<Answer | Readonly<Record<string, unknown>> | void>

/** How a server that the program has not connected itself is reached. */
export type McpConnection =
  | {
      /** Starts the server as a process and speaks over its stdin and stdout. */
      readonly transport: 'stdio'
      /** The program of the server, by path or by name on PATH. */
      readonly command: string
      /** Arguments of the program. */
      readonly args: readonly string[]
      /** Variables of the server on top of those it inherits. Absent: none. */
      readonly env?: Readonly<Record<string, string>>
    }
  | {
      /** Speaks with a server over streamable HTTP. */
      readonly transport: 'http'
      /** Address of the server, with `http:` or `https:`. */
      readonly url: string
      /** Headers of every request, such as `authorization`. Absent: none. */
      readonly headers?: Readonly<Record<string, string>>
      /** Patterns of which `url` must fit one; its exact text there lets it be in a private network. */
      readonly allowedUrls?: readonly string[]
    }

/** What a hook does when it runs. `type` says which kind of handler it is. */
export type HandlerSpec =
  | {
      /** Starts a process. */
      readonly type: 'command'
      /** How the command becomes a process. */
      readonly start: Start
      /** Variables of the process on top of those it inherits. Absent: none. */
      readonly env?: Readonly<Record<string, string>>
      /** Relative to the project directory. Absent: the event's cwd. */
      readonly cwd?: string
    }
  | {
      /** Answers without running anything. */
      readonly type: 'rule'
      /** What the rule decides; `none` for one that only adds context. */
      readonly decision: Extract<Decision, 'none' | 'allow' | 'ask' | 'deny'>
      /** Why, for the model or the user. Absent: no reason is given. */
      readonly reason?: string
      /** Text for the model. Absent: none. */
      readonly context?: string
    }
  | {
      /** Calls a function of the program. */
      readonly type: 'function'
      /** The function; it gets the event and a signal that aborts when its answer is no longer wanted. */
      readonly run: FunctionHandler
      /** What a person calls it. Absent: the name of the function. */
      readonly label?: string
    }
  | {
      /** Calls the default export of a JavaScript or TypeScript file, in a worker thread. */
      readonly type: 'module'
      /** Path of the file as its config has it: absolute, or relative to the folder of that config. */
      readonly module: string
      /** Options of the pack that it belongs to, for its second argument. Absent: it belongs to none. */
      readonly options?: Readonly<Record<string, unknown>>
      /** Variables of the worker on top of those it inherits. Absent: none. */
      readonly env?: Readonly<Record<string, string>>
    }
  | {
      /** Sends the payload as a POST request and reads the answer from the response. */
      readonly type: 'http'
      /** Address of the request. */
      readonly url: string
      /** Values may name variables, `$NAME` or `${NAME}`. */
      readonly headers?: Readonly<Record<string, string>>
      /** The variables headers may name. */
      readonly allowedEnvVars?: readonly string[]
      /** Patterns the whole URL must fit one of, `*` standing for any text. Absent: every URL. */
      readonly allowedUrls?: readonly string[]
      /** Where requests without encryption may go. */
      readonly plain: 'anywhere' | 'loopback'
    }
  | {
      /** Calls a tool of an MCP server. */
      readonly type: 'mcp_tool'
      /** Name of the server, as configured or as given in `mcp` of createEngine. */
      readonly server: string
      /** Name of the tool at that server. */
      readonly tool: string
      /** Strings in it may hold `${path}` into the payload. */
      readonly input?: Readonly<Record<string, unknown>>
      /**
       * `typed`: a string that is one placeholder becomes the value with its type, and one that names nothing fails the
       * hook. Absent: all become text, and nothing where they name nothing.
       */
      readonly placeholders?: 'typed'
      /** How the server is reached. Absent: the program or the host provides it by name. */
      readonly connection?: McpConnection
    }
  | {
      /** Asks a language model to judge the event. */
      readonly type: 'model'
      /** `prompt`: one turn. `agent`: several, with tools that read files. */
      readonly form: 'prompt' | 'agent'
      /** The instructions for the model; `$ARGUMENTS` stands for the payload. */
      readonly prompt: string
      /** Name of the model. Absent: the default of the program or the provider. */
      readonly model?: string
      /** A no goes back as feedback instead of ending the turn. */
      readonly continueOnBlock: boolean
    }
  | {
      /** Runs the code of a pack that is part of the program, in this process. */
      readonly type: 'pack'
      /** Name of the pack, without `hookwright/`. */
      readonly name: string
      /** Options of the use as its file has them; what is left out has the default of the pack. */
      readonly options: Readonly<Record<string, unknown>>
      /** Whose programs it starts, so that it takes a place among the processes that may run at once. Absent: none. */
      readonly programs?: Programs
      /** False: it never answers with a decision. Absent: it may. */
      readonly decides?: false
    }
  | {
      /** A handler type this version does not run: the step fails under its failure policy. */
      readonly type: 'unsupported'
      /** The type as the file has it. */
      readonly name: string
      /** One sentence: why it does not run. */
      readonly why: string
    }

/** Programs of the machine, or also those that the project brings. */
export type Programs = 'machine' | 'project'

export type OnFailure = 'native' | 'ignore' | 'ask' | 'deny'

/** Which events inside a session: those of its main thread, those of its subagents, or those of one subagent. */
export type AgentScope =
  | 'main'
  | 'subagents'
  | {
      /** Id of the subagent. */
      readonly id: string
    }

/** Whose events a hook sees; what is absent is everybody's. */
export type Audience = {
  /** Only events of this session. Absent: of all sessions. */
  readonly sessionId?: string
  /** Only events of this part of a session. Absent: of the main thread and all subagents. */
  readonly agent?: AgentScope
}

/** One configured rule. Plain data, except for function handlers. */
export type Hook = {
  /** Stable: the name that its file gives it, else source, event and a short digest of what it does. */
  readonly id: string
  /** Canonical name of the event that the hook is for, such as `PreToolUse`. */
  readonly event: string
  /**
   * The native event it was written for, where its host has several for the canonical one: the host's other native
   * events do not reach it. Absent: all of them do.
   */
  readonly native?: string
  /**
   * Canonical names of the tools that its native event is about, `mcp__*` for those of every MCP server: calls of other
   * tools do not reach it. Absent: calls of all tools do.
   */
  readonly tools?: readonly string[]
  /** Which subjects the hook runs for, such as names of tools. */
  readonly matcher: MatcherSpec
  /**
   * Which part of the event the matcher is tested against. Absent: the event has none, so that the matcher has no
   * effect.
   */
  readonly subject?: HookSubject
  /** One permission rule, `Tool` or `Tool(content)`. */
  readonly condition?: string
  /**
   * A cheap test of the event that decides whether the hook runs, for hooks that are part of the program itself. Absent:
   * the matcher and the condition decide alone.
   */
  readonly applies?: (event: Event) => boolean
  /** What the hook does when it runs. */
  readonly handler: HandlerSpec
  /** The dialect of the file it came from: how its group runs, combines and fails. */
  readonly dialect: string
  /** Name of the wire it reads and writes. */
  readonly wire: string
  /** What its dialect wrote down about it (which form of the contract it is for); only the dialect reads it. */
  readonly note?: string
  /** Where the hook was configured. */
  readonly source: Source
  /** Milliseconds until the hook is stopped. */
  readonly timeoutMs: number
  /**
   * What a failure of the hook becomes: what its host does (`native`), nothing (`ignore`), a question (`ask`) or a
   * no (`deny`).
   */
  readonly onFailure: OnFailure
  /** Evaluated once more on the final input after a rewrite. */
  readonly guard: boolean
  /** Its leftover processes are left alone. */
  readonly detach: boolean
  /** True: when this hook denies, the event is answered at once and the other hooks are cancelled. */
  readonly stopOnDeny: boolean
  /**
   * `wait`: the event waits for it. `background`: it goes on after the event. `rewake`: the same, and it may wake
   * the model at its end.
   */
  readonly mode: 'wait' | 'background' | 'rewake'
  /** It may ask the user on stdout and reads the answer on stdin, which therefore stays open. */
  readonly asks?: boolean
  /** Removed after its first success. */
  readonly once?: boolean
  /** Absent: it fires for everybody's events. */
  readonly audience?: Audience
  /** Hooks with equal keys run once per event. */
  readonly dedup?: string
  /** `first`: of equal hooks of one scope the first stands. Absent: the last. */
  readonly dedupKeeps?: 'first'
  /** What to show to the user while the hook runs. Absent: nothing special. */
  readonly statusMessage?: string
  /** Patterns of files of the project that an approval covers besides those its command names. */
  readonly pins?: readonly string[]
  /** What its command names, read once when the file was. Absent: it starts nothing. */
  readonly named?: HookNames
  /** Like `named`, with the options of a plugin filled in; only the trust check reads it. */
  readonly namedFilled?: Sealed<NamedFiles>
  /** Why it never runs: switched off in its own file, by a policy, or on an event that does not take it. */
  readonly disabled?: string
  /** True: its own file says so, or another one of its project; not a policy, a surface or the user's own settings. */
  readonly offInFile?: true
}

/** Returns what a hook decides whatever it is asked about. Undefined: only a run tells. */
export function fixedDecision({
  handler,
  onFailure,
}: Pick<Hook, 'handler' | 'onFailure'>): Decision | undefined {
  if (handler.type === 'rule') return handler.decision
  const isQuiet = onFailure === 'ignore' || onFailure === 'native'
  return handler.type === 'pack' && handler.decides === false && isQuiet ? 'none' : undefined
}

/** What a person calls the hook in a message: its command as written, never what was filled in, or what it decides. */
export function describeHandler(handler: HandlerSpec): string {
  switch (handler.type) {
    case 'command':
      return describeStart(handler.start)
    case 'rule':
      return handler.decision === 'none' ? 'context' : `${handler.decision} rule`
    case 'function':
      return handler.label ?? (handler.run.name === '' ? 'function' : `function ${handler.run.name}`)
    case 'module':
      return handler.module
    case 'http':
      return shownUrl(handler.url)
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`
    case 'model':
      return firstLine(handler.prompt)
    case 'pack':
      return `pack hookwright/${handler.name}`
    case 'unsupported':
      return handler.name
  }
}

/** True for a handler that is a function: it gets the canonical event and may answer in our own words. */
export function callsFunction({ type }: HandlerSpec): boolean {
  return type === 'function' || type === 'module'
}

function describeStart(start: Start): string {
  switch (start.kind) {
    case 'argv':
      return firstLine((start.written ?? start.words).join(' '))
    case 'script':
      return `${start.shell}: ${firstLine(start.source)}`
    case 'inline':
      return firstLine(start.written ?? start.command)
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line === text.trim() ? line : `${line} …`
}
