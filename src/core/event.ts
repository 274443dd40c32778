import type { Issue } from './issue.ts'

/** One of the calls that a host puts into a single one: a file of a patch, or of a list of files. */
export type CallPart = {
  /** Canonical name (`Edit`, `Write`, `Read`). */
  readonly name: string
  /** Arguments under their canonical names (`file_path`, `content`). */
  readonly input: Readonly<Record<string, unknown>>
}

/** A call of a tool, in canonical form and as its host has it. */
export type ToolCall = {
  /** Canonical name (`Bash`, `Edit`, `mcp__server__tool`). */
  readonly name: string
  /** The name that the host gives the tool (`run_shell_command`). Default for a program: the same as `name`. */
  readonly nativeName: string
  /**
   * Canonical name of another tool that the call may be, where the host has one name for both. Matchers and conditions
   * may mean either. Absent: `name` says it for certain.
   */
  readonly mayBe?: string
  /** Arguments under their canonical names (`command`, `file_path`). Default for a program: empty. */
  readonly input: Readonly<Record<string, unknown>>
  /** Arguments exactly as the host has them. Default for a program: the same as `input`. */
  readonly nativeInput: unknown
  /**
   * The calls that this one consists of, when the host does several things in one call, such as a patch of several
   * files. `name` and `input` are then those of the first. A hook of another wire runs once for each part that it
   * matches. Absent: the call is one.
   */
  readonly parts?: readonly CallPart[]
  /** Id of the call, the same before and after it. Absent: the host gives none. */
  readonly useId?: string
  /** What the tool returned; only on events after the call. */
  readonly response?: unknown
  /** Why the call failed; only on `PostToolUseFailure`. */
  readonly error?: string
}

/** The bytes exactly as a host wrote them, and the name of the wire they are written in. */
export type EventPayload = {
  /** Name of the wire, as in `Hook.wire`. */
  readonly wire: string
  /** The payload, unchanged. */
  readonly bytes: Uint8Array
}

/** One thing that happened, in canonical form. */
export type Event = {
  /** Canonical name (`PreToolUse`). */
  readonly name: string
  /** The name that its host gives it (`beforeShellExecution`); several native events may share a canonical name. */
  readonly native: string
  /** Name of the dialect of the host that fired it; `library` for an event of a program. */
  readonly host: string
  /** Absolute path of the directory in which the host works now. */
  readonly cwd: string
  /** Absolute path of the project: the git root of `cwd`, else `cwd`. */
  readonly projectDir: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Id of the session. Absent: the event belongs to none. */
  readonly sessionId?: string
  /** Absolute path of the file with the session's conversation. Absent: the host keeps none. */
  readonly transcriptPath?: string
  /** How the host handles permissions now, such as `default`, `plan` or `bypassPermissions`. */
  readonly permissionMode?: string
  /** The subagent in which it happened. Absent: the main thread. */
  readonly agent?: {
    /** Id of the subagent, unlike that of every other. */
    readonly id?: string
    /** Kind of the subagent, such as `Explore`. */
    readonly type?: string
  }
  /** The tool call that the event is about; on tool events only. */
  readonly tool?: ToolCall
  /** What the user typed; on prompt events only. */
  readonly prompt?: string
  /** Everything else the event carries, under canonical names (docs/events.md). */
  readonly fields: Readonly<Record<string, unknown>>
  /** The conversation so far, for checks of this process and for judges; no hook's wire carries it. */
  readonly messages?: readonly unknown[]
  /** Warnings about a payload that could be read anyway. */
  readonly issues?: readonly Issue[]
  /** Absent for events made by a library caller, and after a rewrite. */
  readonly payload?: EventPayload
}

/** The tool name, or one of `fields`; `basename`: only the last part of a path. */
export type PlainSubject =
  | 'tool'
  | {
      /** Name of one of the `fields` of the event. */
      readonly field: string
      /** True: only the last part of a path is tested. Default: false. */
      readonly basename?: boolean
    }

/**
 * Which part of an event a matcher is tested against. Besides a plain one: the command line that the tool runs, an
 * argument of the tool under its canonical name, or the file that the tool is about.
 */
export type SubjectSpec =
  | PlainSubject
  | 'command'
  | {
      /** Canonical name of an argument of the tool. */
      readonly argument: string
      /** True: only the last part of a path is tested. Default: false. */
      readonly basename?: boolean
    }
  | {
      /** The file or folder that the tool is about, whichever argument holds it. */
      readonly path: true
      /** True: only the last part of the path is tested. Default: false. */
      readonly basename?: boolean
    }

/** The tool as one host calls it: its names by canonical name, the usual one first. `either`: or the canonical one. */
export type NativeTool = {
  /** Names that the host gives a tool, by canonical name, the usual one first. */
  readonly tool: Readonly<Record<string, readonly string[]>>
  /** Set: the canonical name of the tool is tested as well. */
  readonly either?: true
  /** How the host names tools of MCP servers. Absent: by their canonical names, `mcp__SERVER__TOOL`. */
  readonly mcp?: {
    /** What stands before the name of the server, or of the tool where the server is not named. */
    readonly prefix: string
    /** What stands between the names of the server and the tool. Absent: the server is not named. */
    readonly between?: string
  }
}

export type HookSubject = SubjectSpec | NativeTool

export function subjectOf(event: Event, spec: HookSubject | undefined): string | undefined {
  if (spec === undefined) return undefined
  if (spec === 'tool') return event.tool?.name
  if (spec === 'command') return argumentOf(event, ['command'])
  if ('tool' in spec) return event.tool && nativeTo(spec, event.tool)
  const value = textOf(event, spec)
  if (value === undefined || !spec.basename) return value
  return value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
}

/** Canonical arguments that hold the file or folder a tool is about. */
const PATHS: readonly string[] = ['file_path', 'notebook_path', 'path']

function textOf(event: Event, spec: Exclude<SubjectSpec, string>): string | undefined {
  if ('argument' in spec) return argumentOf(event, [spec.argument])
  if ('path' in spec) return argumentOf(event, PATHS)
  // The prompt is not among the fields.
  const value = spec.field === 'prompt' ? event.prompt : event.fields[spec.field]
  return typeof value === 'string' ? value : undefined
}

/** Returns the first of these arguments that the tool has as text. */
function argumentOf({ tool }: Event, names: readonly string[]): string | undefined {
  const found = names.find((name) => tool !== undefined && typeof own(tool.input, name) === 'string')
  return found === undefined ? undefined : (tool?.input[found] as string)
}

function own(input: ToolCall['input'], name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined
}

/** Another name of the subject that a matcher may be tested against. */
export function otherSubjectOf({ tool }: Event, spec: HookSubject | undefined): string | undefined {
  if (spec === 'tool') return tool?.nativeName
  return typeof spec === 'object' && 'tool' in spec && spec.either ? tool?.name : undefined
}

/** What the subject would be if the call were the other tool that it may be. */
export function possibleSubjectOf({ tool }: Event, spec: HookSubject | undefined): string | undefined {
  if (tool?.mayBe === undefined) return undefined
  if (spec === 'tool') return tool.mayBe
  return typeof spec === 'object' && 'tool' in spec
    ? nativeTo(spec, { ...tool, name: tool.mayBe })
    : undefined
}

function nativeTo({ tool: names, mcp }: NativeTool, tool: ToolCall): string {
  const { name, nativeName } = tool
  const known = Object.hasOwn(names, name) ? (names[name] ?? []) : []
  if (known.includes(nativeName)) return nativeName
  return known[0] ?? (mcp && mcpName(mcp, tool)) ?? name
}

/** Undefined for a tool that is not one of an MCP server. A host may shorten names, so that its own counts first. */
function mcpName(
  { prefix, between }: NonNullable<NativeTool['mcp']>,
  { name, nativeName }: ToolCall,
): string | undefined {
  const [, server, toolName] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  if (server === undefined || toolName === undefined) return undefined
  const isOwn = prefix !== '' && nativeName.startsWith(prefix) && !nativeName.startsWith('mcp__')
  if (isOwn) return nativeName
  return between === undefined ? `${prefix}${toolName}` : `${prefix}${server}${between}${toolName}`
}
