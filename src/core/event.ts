import type { Issue } from './issue.ts'

export type ToolCall = {
  /** Canonical name (`Bash`, `Edit`, `mcp__server__tool`). */
  readonly name: string
  readonly nativeName: string
  readonly input: Readonly<Record<string, unknown>>
  readonly nativeInput: unknown
  readonly useId?: string
  readonly response?: unknown
  readonly error?: string
}

/** The bytes exactly as a host wrote them, and the name of the wire they are written in. */
export type EventPayload = { readonly wire: string; readonly bytes: Uint8Array }

/** One thing that happened, in canonical form. */
export type Event = {
  /** Canonical name (`PreToolUse`). */
  readonly name: string
  /** The name that its host gives it (`beforeShellExecution`); several native events may share a canonical name. */
  readonly native: string
  readonly host: string
  readonly cwd: string
  readonly projectDir: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly sessionId?: string
  readonly transcriptPath?: string
  readonly permissionMode?: string
  readonly agent?: { readonly id?: string; readonly type?: string }
  readonly tool?: ToolCall
  readonly prompt?: string
  /** Everything else the event carries, under canonical names (docs/events.md). */
  readonly fields: Readonly<Record<string, unknown>>
  /** The conversation so far, for checks of this process and for judges; no hook's wire carries it. */
  readonly messages?: readonly unknown[]
  /** What is odd about a payload that could be read all the same. */
  readonly issues?: readonly Issue[]
  /** Absent for events made by a library caller, and after a rewrite. */
  readonly payload?: EventPayload
}

/** The tool name, or one of `fields`; `basename`: only the last part of a path. */
export type PlainSubject = 'tool' | { readonly field: string; readonly basename?: boolean }

/**
 * Which part of an event a matcher is tested against. Besides a plain one: the command line that the tool runs, an
 * argument of the tool under its canonical name, or the file that the tool is about.
 */
export type SubjectSpec =
  | PlainSubject
  | 'command'
  | { readonly argument: string; readonly basename?: boolean }
  | { readonly path: true; readonly basename?: boolean }

/** The tool as one host calls it: its names by canonical name, the usual one first. `either`: or the canonical one. */
export type NativeTool = {
  readonly tool: Readonly<Record<string, readonly string[]>>
  readonly either?: true
}

export type HookSubject = SubjectSpec | NativeTool

export function subjectOf(event: Event, spec: HookSubject | undefined): string | undefined {
  if (spec === undefined) return undefined
  if (spec === 'tool') return event.tool?.name
  if (spec === 'command') return argumentOf(event, ['command'])
  if ('tool' in spec) return event.tool && nativeTo(spec.tool, event.tool)
  const value = textOf(event, spec)
  if (value === undefined || !spec.basename) return value
  return value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
}

/** Canonical arguments that hold the file or folder a tool is about. */
const PATHS: readonly string[] = ['file_path', 'notebook_path', 'path']

function textOf(event: Event, spec: Exclude<SubjectSpec, string>): string | undefined {
  if ('argument' in spec) return argumentOf(event, [spec.argument])
  if ('path' in spec) return argumentOf(event, PATHS)
  const value = event.fields[spec.field]
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

function nativeTo(
  names: Readonly<Record<string, readonly string[]>>,
  { name, nativeName }: ToolCall,
): string {
  const known = Object.hasOwn(names, name) ? (names[name] ?? []) : []
  return known.includes(nativeName) ? nativeName : (known[0] ?? name)
}
