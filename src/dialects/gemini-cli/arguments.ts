import type { CallPart } from '../../core/event.ts'
import type { ToolInput } from '../_families/tool-names.ts'
import { canonicalInput, nativeInput, styleOf } from './tools.ts'
import { urlsIn } from './urls.ts'

/** Arguments in canonical form. `spare` are keys that the tool does not read, beside those it does. */
export type CanonicalArguments = {
  readonly input: ToolInput
  readonly parts?: readonly CallPart[]
  readonly spare: readonly string[]
}

/** Arguments that are not texts, by canonical name of the tool: native key, canonical key. */
const FLAGS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Bash: [['is_background', 'run_in_background']],
  Edit: [['allow_multiple', 'replace_all']],
}

/** Returns the arguments of a call of the host under canonical names, and the calls that it consists of. */
export function toCanonical(tool: string, native: string, args: ToolInput): CanonicalArguments {
  const { input: named, spare } = canonicalInput(tool, args, styleOf(tool, args))
  const input = canonicalLines(tool, canonicalFlags(tool, named))
  if (native === 'read_many_files') return { ...filesOf(input), spare }
  return tool === 'WebFetch' ? { ...urlsOf(input), spare } : { input, spare }
}

/** Returns canonical arguments under the host's names; `like` are those of the call they belong to, if it is the host's. */
export function toNative(tool: string, input: ToolInput, like: ToolInput = {}): ToolInput {
  const style = styleOf(tool, like)
  return nativeFlags(tool, nativeLines(tool, nativeInput(tool, input, style), like), like)
}

/** The host's own key is what the tool reads; another key that means the same is kept aside. */
function canonicalFlags(tool: string, input: ToolInput): ToolInput {
  return flagsOf(tool).reduce<ToolInput>((before, [native, canonical]) => {
    if (typeof before[native] !== 'boolean') return before
    const { [native]: value, [canonical]: other, ...rest } = before
    return { ...rest, ...(other !== undefined && { [`spare_${canonical}`]: other }), [canonical]: value }
  }, input)
}

function nativeFlags(tool: string, input: ToolInput, like: ToolInput): ToolInput {
  return flagsOf(tool).reduce<ToolInput>((before, [native, canonical]) => {
    const isOwn = Object.hasOwn(like, canonical) && !Object.hasOwn(like, native)
    if (typeof before[canonical] !== 'boolean' || isOwn || Object.hasOwn(before, native)) return before
    const { [canonical]: value, [`spare_${canonical}`]: spare, ...rest } = before
    return { ...rest, [native]: value, ...(spare !== undefined && { [canonical]: spare }) }
  }, input)
}

function flagsOf(tool: string): readonly (readonly [string, string])[] {
  return Object.hasOwn(FLAGS, tool) ? (FLAGS[tool] ?? []) : []
}

/** Lines from 1: `start_line` and `end_line` natively, `offset` and `limit` in canonical form. */
function canonicalLines(tool: string, input: ToolInput): ToolInput {
  const { start_line: start, end_line: end, ...rest } = input
  const isOther = Object.hasOwn(input, 'offset') || Object.hasOwn(input, 'limit')
  if (tool !== 'Read' || isOther || !isLine(start) || !isLine(end)) return input
  if (start === undefined && end === undefined) return input
  if (end !== undefined && end < (start ?? 1)) return input
  return {
    ...rest,
    ...(start !== undefined && { offset: start }),
    ...(end !== undefined && { limit: end - (start ?? 1) + 1 }),
  }
}

function nativeLines(tool: string, input: ToolInput, like: ToolInput): ToolInput {
  const { offset, limit, ...rest } = input
  const isOwn = Object.hasOwn(like, 'offset') || Object.hasOwn(like, 'limit')
  if (tool !== 'Read' || isOwn || !isLine(offset) || !isLine(limit)) return input
  return {
    ...rest,
    ...(offset !== undefined && { start_line: offset }),
    ...(limit !== undefined && { end_line: (offset ?? 1) + limit - 1 }),
  }
}

function isLine(value: unknown): value is number | undefined {
  return value === undefined || (Number.isInteger(value) && (value as number) > 0)
}

type Several = Pick<CanonicalArguments, 'input' | 'parts'>

/** A tool of older releases that reads several files, each given as a path or a pattern. */
export const FILE_LISTS = ['include', 'paths'] as const

function filesOf(input: ToolInput): Several {
  const files = FILE_LISTS.flatMap((key) => textsIn(input[key]))
  return several(
    input,
    'Read',
    files.map((file) => ({ file_path: file })),
  )
}

/** The host takes the addresses out of the text. */
function urlsOf(input: ToolInput): Several {
  const { prompt, url } = input
  const own = typeof url === 'string' ? [url] : []
  const found = typeof prompt === 'string' ? urlsIn(prompt) : []
  const all = [...new Set([...own, ...found])]
  return several(
    input,
    'WebFetch',
    all.map((each) => ({ url: each, ...(typeof prompt === 'string' && { prompt }) })),
  )
}

function several(input: ToolInput, name: string, inputs: readonly ToolInput[]): Several {
  const whole = { ...input, ...inputs[0] }
  if (inputs.length < 2) return { input: whole }
  return { input: whole, parts: inputs.map((each) => ({ name, input: each })) }
}

export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
