import type { CallPart, ToolCall } from '../../../core/event.ts'
import { sameInput } from '../../../core/rewrite.ts'
import { isObject } from '../claude/shape.ts'
import { patchCall } from '../patch.ts'
import { createToolNames, type ToolInput } from '../tool-names.ts'
import type { CallTable } from './profile.ts'

/** Translates calls between one host and the canonical form. */
export type Calls = {
  /** Returns the call in canonical form. Paths of patches are resolved from `cwd`. */
  decode(nativeName: string, nativeInput: ToolInput, cwd: string): DecodedCall
  /** Returns the call with another canonical input, or why the host's arguments cannot express it. */
  rewrite(call: ToolCall, input: ToolInput): ToolCall | string
  /** Returns name and arguments as a hook of this host reads them. */
  encode(call: ToolCall): { readonly name: string; readonly input: ToolInput }
  /** True when the host merges new arguments into the old ones. */
  readonly merges: boolean
  /** Returns arguments that a hook of this host wrote under canonical names. */
  canonicalInput(call: Pick<ToolCall, 'name'>, nativeInput: ToolInput): ToolInput
}

/** `spare`: keys that the tool does not read, beside those it does. `isPatchRead` is false for a patch without files. */
export type DecodedCall = {
  readonly call: ToolCall
  readonly spare: readonly string[]
  readonly isPatchRead: boolean
}

export function createCalls(table: CallTable): Calls {
  const { otherArguments } = table
  const other = { names: {}, ...(otherArguments && { arguments: otherArguments }) }
  const names = createToolNames<'host' | 'other'>({ host: table, other })

  function canonicalTool(native: string, input: ToolInput): string {
    const own = names.isNative('host', native)
    return (own ? undefined : fromMcp(native, table.mcp)) ?? names.canonicalName(native, input)
  }

  function patchOf(native: string, input: ToolInput): string | undefined {
    return textAt(input, valueAt(table.patches, canonicalTool(native, input)))
  }

  function decode(native: string, nativeInput: ToolInput, cwd: string): DecodedCall {
    const name = canonicalTool(native, nativeInput)
    const items = itemsOf(name, nativeInput, table)
    const { input, spare } = names.canonicalInput(name, { ...nativeInput, ...items[0] }, 'host')
    const parts = items.map((item): CallPart => ({
      name,
      input: names.canonicalInput(name, item, 'host').input,
    }))
    const call = { name, nativeName: native, input, nativeInput, ...(parts.length > 1 && { parts }) }
    const patch = patchOf(native, nativeInput)
    if (patch === undefined) return { call, spare, isPatchRead: true }
    const { isReadable, ...patched } = withPatch(call, patch, cwd)
    return { call: patched, spare, isPatchRead: isReadable }
  }

  function written(name: string, input: ToolInput): ToolInput {
    const native = { ...valueAt(table.fixed, name), ...names.nativeInput(name, input, 'host') }
    const list = valueAt(table.lists, name)
    return list === undefined || Object.hasOwn(native, list) ? native : { [list]: [native] }
  }

  return {
    decode,
    rewrite(call, input) {
      if (call.parts !== undefined) return SEVERAL
      const before = asInput(call.nativeInput)
      if (itemsOf(call.name, before, table).length > 0) return IN_A_LIST
      if (patchOf(call.nativeName, before) !== undefined) return IN_A_PATCH
      const native = names.nativeInput(call.name, input, 'host')
      const gone = Object.keys(before).filter((key) => !Object.hasOwn(native, key))
      if (table.merges === true && gone.length > 0) return cannotRemove(gone)
      const { name, input: read } = decode(call.nativeName, native, '/').call
      if (name !== call.name || !sameInput(read, input)) return UNREADABLE
      return { ...call, input, nativeInput: native }
    },
    encode: (call) => ({
      name: toMcp(call, table.mcp) ?? names.nativeName('host', call),
      input: written(call.name, call.input),
    }),
    merges: table.merges === true,
    canonicalInput: ({ name }, native) => names.canonicalInput(name, native, 'host').input,
  }
}

/** The tool may read the patch or the other arguments, so that both are parts of the call. */
function withPatch(call: ToolCall, patch: string, cwd: string): ToolCall & { readonly isReadable: boolean } {
  const { isReadable, name, input, parts } = patchCall(patch, cwd)
  const all = parts ?? [{ name, input }]
  const hasFile = Object.hasOwn(call.input, 'file_path')
  if (!isReadable) return { ...call, isReadable }
  if (!hasFile)
    return { ...call, name, input: { ...call.input, ...input }, ...(parts && { parts }), isReadable }
  return { ...call, parts: [{ name: call.name, input: call.input }, ...all], isReadable }
}

function textAt(input: ToolInput, key: string | undefined): string | undefined {
  const value = key === undefined || !Object.hasOwn(input, key) ? undefined : input[key]
  return typeof value === 'string' ? value : undefined
}

const SEVERAL = 'the call consists of several calls, and a changed input is for one of them'
const IN_A_LIST = 'the host has these arguments in a list, which a changed input does not fit into'
const IN_A_PATCH = 'the call applies a patch, which a changed input does not fit into'
/** A hook wrote both names of one argument, of which guards would see the one and the tool read the other. */
const UNREADABLE = "the tool would read the host's names of these arguments otherwise"

function cannotRemove(keys: readonly string[]): string {
  const named = keys.map((key) => `"${key}"`).join(', ')
  return `the host merges changes into the arguments, so ${named} cannot be removed`
}

function asInput(value: unknown): ToolInput {
  return isObject(value) ? value : {}
}

/** The items of the argument that lists what to do, as arguments of a call each. */
function itemsOf(name: string, input: ToolInput, { lists }: CallTable): readonly ToolInput[] {
  const key = valueAt(lists, name)
  const list = key === undefined || !Object.hasOwn(input, key) ? undefined : input[key]
  return Array.isArray(list) ? list.filter(isObject).flatMap(onePathEach) : []
}

/** An item may hold several paths under one key, such as `image_paths`. */
function onePathEach(item: ToolInput): readonly ToolInput[] {
  const several = Object.entries(item).find(([key, value]) => key.endsWith('_paths') && Array.isArray(value))
  if (several === undefined) return [item]
  return (several[1] as unknown[]).map((path) => ({ ...item, path }))
}

function valueAt<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/** The first separator ends the name of the server: where both may contain it, nothing tells them apart. */
function fromMcp(native: string, mcp: CallTable['mcp']): string | undefined {
  if (mcp === undefined || !native.startsWith(mcp[0])) return undefined
  const [prefix, separator] = mcp
  const at = native.indexOf(separator, prefix.length)
  if (at <= prefix.length || at + separator.length === native.length) return undefined
  return `mcp__${native.slice(prefix.length, at)}__${native.slice(at + separator.length)}`
}

function toMcp({ name, nativeName }: ToolCall, mcp: CallTable['mcp']): string | undefined {
  if (fromMcp(nativeName, mcp) === name) return nativeName
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? []
  return mcp === undefined || server === undefined ? undefined : `${mcp[0]}${server}${mcp[1]}${tool}`
}
