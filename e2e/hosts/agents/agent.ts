import type { Shapes } from '../differential/shapes.ts'
import type { Body, ToolUse } from '../model/wire-api.ts'

/** Moments of a turn that every agent has an event for. */
export type Moment = 'start' | 'prompt' | 'pre' | 'post' | 'stop' | 'end'

/** Shell commands by the agent's own name of an event, in the order of the file. */
export type NativeHooks = Readonly<Record<string, readonly string[]>>

/** Folders of one run: everything an agent reads or writes lies in `root`. */
export type Sandbox = {
  readonly root: string
  readonly home: string
  /** The project: a git repository. */
  readonly work: string
}

/** Keys to press when a text stands on the screen. */
export type Step = { readonly sees: string; readonly keys: readonly string[] }

/** How an agent is run in a terminal. */
export type TerminalSpec = {
  /** The words after the program: no questions of its own. */
  readonly args: readonly string[]
  /** Files without which it would ask about itself first, by their path in the sandbox. Absent: none. */
  files?(sandbox: Sandbox): Readonly<Record<string, string>>
  /** What it asks before it takes a prompt, in this order, and the answers. Absent: nothing. */
  readonly first?: readonly Step[]
  /** On the screen when it takes a prompt. */
  readonly ready: string
  /** How it asks about a tool call, and the keys for a no. Absent: it cannot ask for a hook. */
  readonly question?: Step
}

/** How one released agent is fetched, configured and run without a person or a network. */
export type Agent = {
  /** How it is called on the command line of this script. */
  readonly name: string
  readonly title: string
  /** The dialect that the bridge is told as `--host`. */
  readonly dialect: string
  /** Package in the npm registry. */
  readonly package: string
  /** The release that the expectations were written for. */
  readonly version: string
  /** The first words of its command line; `modules` is the folder node_modules that holds it. */
  program(modules: string): readonly [string, ...string[]]
  /** The remaining words: one prompt, no questions, everything approved, JSON on stdout. */
  readonly args: readonly string[]
  readonly terminal: TerminalSpec
  env(sandbox: Sandbox, port: number): Readonly<Record<string, string>>
  /** Files besides the hooks, by their path in the sandbox. */
  files(port: number): Readonly<Record<string, string>>
  /** The file with hooks: its path in the sandbox, the same below another folder for us alone, and its text. */
  readonly hookFile: { readonly path: string; readonly tail: string; text(hooks: NativeHooks): string }
  readonly events: Readonly<Record<Moment, string>>
  /** Events beyond the moments that a run with one shell command fires. */
  readonly moreEvents: readonly string[]
  /** The event after a tool that failed, where it is not the one after a tool. */
  readonly failureEvent?: string
  /** How its hooks write down answers. */
  readonly shapes: Shapes
  /** The call of its shell tool; undefined when the tool is not offered. */
  shellCall(command: string, tools: readonly string[]): ToolUse | undefined
  /** The answer to its side conversations. */
  readonly aside: string
  /** True for an event of its JSON output that reports a hook's process: what it printed, how long it took. */
  isProcessEvent(event: Body): boolean
  /** Lines of its output that report a hook's process. */
  readonly processLine?: RegExp
  /** True when a run without a person shows the reason of a blocked prompt. */
  readonly showsPromptReason: boolean
  /** True when a run without a person shows the messages of hooks, also those of the start of a session. */
  readonly showsMessages: boolean
  /** True when the model reads why a person would have been asked; else the run ends there. */
  readonly tellsModelQuestion: boolean
}

/** The prompt of every run. */
export const PROMPT = 'make the file'

/** Entries of the form that Claude Code, Codex and Gemini CLI share: groups of handlers. */
export function grouped(
  hooks: NativeHooks,
  { matcher, ...more }: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return mapHooks(hooks, (commands) => [
    {
      ...(matcher !== undefined && { matcher }),
      hooks: commands.map((command) => ({ type: 'command', command, ...more })),
    },
  ])
}

export function mapHooks(
  hooks: NativeHooks,
  entries: (commands: readonly string[]) => readonly unknown[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(hooks).map(([event, commands]) => [event, entries(commands)]))
}

/** The platform's own package of an agent that is shipped as a binary. */
export function platformPackage(name: string): string {
  return `${name}-${process.platform}-${process.arch}`
}
