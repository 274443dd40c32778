import type { Answer, Decision } from './decision.ts'
import type { Event, SubjectSpec } from './event.ts'
import type { MatcherSpec } from './matcher.ts'

/** Authority of a source, strongest first. */
export const SCOPES = ['managed', 'user', 'project', 'local', 'plugin', 'session'] as const
export type Scope = (typeof SCOPES)[number]

export type Source = {
  readonly file: string
  /** Path of keys inside the file. */
  readonly pointer: readonly (string | number)[]
  readonly scope: Scope
}

export const SHELLS = ['sh', 'bash', 'pwsh', 'powershell', 'cmd'] as const
export type ShellName = (typeof SHELLS)[number]

/** The ways hosts hand a command string to a shell; the command lines are in shells/inline.ts. */
export type InlineForm = 'sh-c' | 'pwsh-command'

/** How a command becomes a process. */
export type Start =
  | { readonly kind: 'argv'; readonly words: readonly string[] }
  | {
      readonly kind: 'script'
      readonly shell: ShellName
      readonly source: string
      readonly args: readonly string[]
    }
  | { readonly kind: 'inline'; readonly form: InlineForm; readonly command: string }

export type FunctionHandler = (
  event: Event,
  context: { readonly signal: AbortSignal },
) =>
  | Answer
  | Readonly<Record<string, unknown>>
  | void
  | Promise<Answer | Readonly<Record<string, unknown>> | void>

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
  | { readonly type: 'function'; readonly run: FunctionHandler }
  /** A handler type this version does not run; the step fails with `why` under its failure policy. */
  | { readonly type: 'unsupported'; readonly name: string; readonly why: string }

export type OnFailure = 'native' | 'ignore' | 'ask' | 'deny'

/** One configured rule. Plain data, except for function handlers. */
export type Hook = {
  /** Stable: explicit, else source + event + position. */
  readonly id: string
  readonly event: string
  readonly matcher: MatcherSpec
  readonly subject?: SubjectSpec
  /** One permission rule, `Tool` or `Tool(content)`. */
  readonly condition?: string
  readonly handler: HandlerSpec
  /** The dialect of the file it came from: how its group runs, combines and fails. */
  readonly dialect: string
  /** The wire it reads and writes. */
  readonly speaks: string
  readonly source: Source
  readonly timeoutMs: number
  readonly onFailure: OnFailure
  /** Evaluated once more on the final input after a rewrite. */
  readonly guard: boolean
  /** Its leftover processes are left alone. */
  readonly detach: boolean
  readonly stopOnDeny: boolean
  readonly mode: 'wait' | 'background' | 'rewake'
  /** Hooks with equal keys run once per event. */
  readonly dedup?: string
  readonly statusMessage?: string
  /** Switched off in its own file. */
  readonly disabled?: boolean
}

/** What a person calls the hook in a message: its command, or what it decides. */
export function describeHandler(handler: HandlerSpec): string {
  switch (handler.type) {
    case 'command':
      return describeStart(handler.start)
    case 'rule':
      return handler.decision === 'none' ? 'context' : `${handler.decision} rule`
    case 'function':
      return handler.run.name === '' ? 'function' : `function ${handler.run.name}`
    case 'unsupported':
      return handler.name
  }
}

function describeStart(start: Start): string {
  switch (start.kind) {
    case 'argv':
      return start.words.join(' ')
    case 'script':
      return `${start.shell}: ${firstLine(start.source)}`
    case 'inline':
      return firstLine(start.command)
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line === text.trim() ? line : `${line} …`
}
