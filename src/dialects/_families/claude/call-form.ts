import type { createToolNames, ToolInput, ToolTable } from '../tool-names.ts'
import { isObject, type JsonObject } from './shape.ts'

/** What one host calls tools and arguments, and what its calls have besides names. */
export type CallForm = {
  /** For messages. */
  readonly host: string
  readonly table: ToolTable
  /** Other names of arguments, which count where the host's own are absent. Default: none. */
  readonly otherArguments?: ToolTable['arguments']
  /** Tools that apply a patch: it is the text among their arguments that reads as one. Default: none. */
  readonly patches?: readonly string[]
  /** Arguments that repeat with a number at their end, by canonical tool; a call has one part for each. Default: none. */
  readonly numbered?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** A new input adds to the old one. Default: it replaces it. */
  readonly merges?: true
  /** How the host names tools of MCP servers. Default: `mcp__SERVER__TOOL`. */
  readonly mcp?: McpNames
}

type McpNames = {
  canonical(native: string, wire: JsonObject): string | undefined
  native(server: string, tool: string): string
}

/** The form of a host, with its tables made ready. */
export type Host = {
  readonly form: CallForm
  readonly tools: ReturnType<typeof createToolNames<'own' | 'other'>>
}

/** True for a tool of the host that applies a patch. */
export function isPatchTool({ patches }: CallForm, native: string): boolean {
  return patches?.includes(native) === true
}

/** Arguments that may hold the patch: those that read as one, else every text. */
export function patchArguments(input: ToolInput): readonly string[] {
  const texts = Object.keys(input).filter((key) => typeof input[key] === 'string')
  const patches = texts.filter((key) => /^\s*\*\*\*\s/m.test(input[key] as string))
  return patches.length === 0 ? texts : patches
}

/** Canonical names of numbered arguments by their stem, for one canonical tool. */
export function stemsOf({ numbered }: CallForm, tool: string): Readonly<Record<string, string>> {
  return (numbered !== undefined && Object.hasOwn(numbered, tool) ? numbered[tool] : undefined) ?? {}
}

export function asInput(value: unknown): ToolInput {
  return isObject(value) ? value : {}
}
