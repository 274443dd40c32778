import type { Answer, Decision } from './decision.ts'
import type { Event, HookSubject } from './event.ts'
import type { MatcherSpec } from './matcher.ts'
import type { HookNames, NamedFiles } from './named-files.ts'
import type { Sealed } from './sealed.ts'
import { shownUrl } from './url.ts'

/** Authority of a source, strongest first. */
export const SCOPES = ['managed', 'user', 'project', 'local', 'plugin', 'session'] as const
export type Scope = (typeof SCOPES)[number]

export type Source = {
  readonly file: string
  /** Path of keys inside the file. */
  readonly pointer: readonly (string | number)[]
  readonly scope: Scope
  /** The plugin, skill or agent that brought the hook. Absent: a settings file, or the program itself. */
  readonly owner?: Owner
}

/** What hooks come with besides settings. */
export type Owner = {
  readonly kind: 'plugin' | 'skill' | 'agent'
  readonly name: string
  /** Its folder. */
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
      readonly kind: 'argv'
      /** With paths filled in; options of a plugin are still placeholders. */
      readonly words: readonly string[]
      /** As its file has them, where that differs. All that descriptions show. */
      readonly written?: readonly string[]
      /** With the options filled in; only the process gets them. Absent: the same as `words`. */
      readonly filled?: Sealed<readonly string[]>
    }
  | {
      readonly kind: 'script'
      readonly shell: ShellName
      readonly source: string
      readonly args: readonly string[]
    }
  | {
      readonly kind: 'inline'
      /** How the host hands it to a shell: the name of one of the inline forms of the hook's wire. */
      readonly form: string
      readonly command: string
      /** As its file has it, where paths were filled in: for descriptions, and for a shell that reads other paths. */
      readonly written?: string
    }

export type FunctionHandler = (
  event: Event,
  context: { readonly signal: AbortSignal },
) =>
  | Answer
  | Readonly<Record<string, unknown>>
  | void
  | Promise<Answer | Readonly<Record<string, unknown>> | void>

/** How a server that the program has not connected itself is reached. */
export type McpConnection =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
    }
  | {
      readonly transport: 'http'
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
      /** Patterns of which `url` must fit one; its exact text there lets it be in a private network. */
      readonly allowedUrls?: readonly string[]
    }

export type HandlerSpec =
  | {
      readonly type: 'command'
      readonly start: Start
      readonly env?: Readonly<Record<string, string>>
      /** Relative to the project directory. Absent: the event's cwd. */
      readonly cwd?: string
    }
  | {
      readonly type: 'rule'
      readonly decision: Extract<Decision, 'none' | 'allow' | 'ask' | 'deny'>
      readonly reason?: string
      readonly context?: string
    }
  | {
      readonly type: 'function'
      readonly run: FunctionHandler
      /** What a person calls it. Absent: the name of the function. */
      readonly label?: string
    }
  | {
      readonly type: 'http'
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
      readonly type: 'mcp_tool'
      readonly server: string
      readonly tool: string
      /** Strings in it may hold `${path}` into the payload. */
      readonly input?: Readonly<Record<string, unknown>>
      readonly connection?: McpConnection
    }
  | {
      readonly type: 'model'
      /** `prompt`: one turn. `agent`: several, with tools that read files. */
      readonly form: 'prompt' | 'agent'
      readonly prompt: string
      readonly model?: string
      /** A no goes back as feedback instead of ending the turn. */
      readonly continueOnBlock: boolean
    }
  /** A handler type this version does not run; the step fails with `why` under its failure policy. */
  | { readonly type: 'unsupported'; readonly name: string; readonly why: string }

export type OnFailure = 'native' | 'ignore' | 'ask' | 'deny'

/** Which events inside a session: those of its main thread, those of its subagents, or those of one subagent. */
export type AgentScope = 'main' | 'subagents' | { readonly id: string }

/** Whose events a hook sees; what is absent is everybody's. */
export type Audience = { readonly sessionId?: string; readonly agent?: AgentScope }

/** One configured rule. Plain data, except for function handlers. */
export type Hook = {
  /** Stable: explicit, else source + event + position. */
  readonly id: string
  /** Canonical name. */
  readonly event: string
  /**
   * The native event it was written for, where its host has several for the canonical one: the host's other native
   * events do not reach it. Absent: all of them do.
   */
  readonly native?: string
  readonly matcher: MatcherSpec
  readonly subject?: HookSubject
  /** One permission rule, `Tool` or `Tool(content)`. */
  readonly condition?: string
  readonly handler: HandlerSpec
  /** The dialect of the file it came from: how its group runs, combines and fails. */
  readonly dialect: string
  /** Name of the wire it reads and writes. */
  readonly wire: string
  /** What its dialect wrote down about it (which form of the contract it is for); only the dialect reads it. */
  readonly note?: string
  readonly source: Source
  readonly timeoutMs: number
  readonly onFailure: OnFailure
  /** Evaluated once more on the final input after a rewrite. */
  readonly guard: boolean
  /** Its leftover processes are left alone. */
  readonly detach: boolean
  readonly stopOnDeny: boolean
  readonly mode: 'wait' | 'background' | 'rewake'
  /** It may ask the user on stdout and reads the answer on stdin, which therefore stays open. */
  readonly asks?: boolean
  /** Removed after its first success. */
  readonly once?: boolean
  /** Absent: it fires for everybody's events. */
  readonly audience?: Audience
  /** Hooks with equal keys run once per event. */
  readonly dedup?: string
  readonly statusMessage?: string
  /** Patterns of files of the project that an approval covers besides those its command names. */
  readonly pins?: readonly string[]
  /** What its command names, read once when the file was. Absent: it starts nothing. */
  readonly named?: HookNames
  /** The same with the options of a plugin filled in. */
  readonly namedFilled?: Sealed<NamedFiles>
  /** Why it never runs: switched off in its own file, by a policy, or on an event that does not take it. */
  readonly disabled?: string
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
    case 'http':
      return shownUrl(handler.url)
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`
    case 'model':
      return firstLine(handler.prompt)
    case 'unsupported':
      return handler.name
  }
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
