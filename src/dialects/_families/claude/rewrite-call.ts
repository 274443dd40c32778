import type { ToolCall } from '../../../core/event.ts'
import { sameInput } from '../../../core/rewrite.ts'
import { patchCall } from '../patch.ts'
import type { ToolInput } from '../tool-names.ts'
import { asInput, isPatchTool, patchArguments, stemsOf, type Host } from './call-form.ts'
import { decodeCall, otherReadings, toCanonical } from './decode-call.ts'
import type { JsonObject } from './shape.ts'

/** The new arguments are read again; only when they mean what was asked for does the call get them. */
export function rewriteCall(tool: ToolCall, input: ToolInput, host: Host): ToolCall | string {
  const { form } = host
  const before = asInput(tool.nativeInput)
  const isPatch = isPatchTool(form, tool.nativeName)
  const native = isPatch ? patched(tool, input) : renamedBack(tool, input, host)
  if (typeof native === 'string') return native
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(native, key))
  if (!isPatch && hasSeveral(tool, removed, host)) return severalParts(tool, host)
  if (form.merges && removed.length > 0) return cannotRemove(removed, tool, host)
  const place = { cwd: isPatch ? baseOf(tool, before) : '/', ...mcpWire(tool) }
  const { name, input: read, parts } = decodeCall(tool.nativeName, native, { ...host, place })
  if (isPatch ? read['patch'] !== input['patch'] : name !== tool.name || !sameInput(read, input))
    return `The arguments of "${tool.nativeName}" on ${form.host} cannot express the input that a hook asks for.`
  const { parts: _, ...rest } = tool
  return { ...rest, name, input: read, nativeInput: native, ...(parts && { parts }) }
}

/**
 * True for a call of which a hook was shown one part at a time, so that its new input is that of one part: it has lost
 * the arguments of the others, or nobody knows which of two names it belongs to.
 */
function hasSeveral({ name, parts, nativeInput }: ToolCall, removed: readonly string[], host: Host): boolean {
  if (parts === undefined) return false
  return removed.length > 0 || otherReadings(name, asInput(nativeInput), host).length > 0
}

function severalParts({ nativeName }: ToolCall, { form }: Host): string {
  return `"${nativeName}" on ${form.host} was called with several edits or paths, and a hook can only change them all at once.`
}

/** Returns canonical arguments under the host's usual names. */
export function usualArguments(
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  { form, tools }: Host,
): ToolInput {
  const native = tools.nativeInput(name, input, 'own')
  const stems = Object.entries(stemsOf(form, name))
  if (stems.length === 0) return native
  const numbered = new Map(stems.map(([stem, canonical]) => [canonical, `${stem}_1`]))
  return Object.fromEntries(Object.entries(native).map(([key, value]) => [numbered.get(key) ?? key, value]))
}

function cannotRemove(removed: readonly string[], { nativeName }: ToolCall, { form }: Host): string {
  const names = removed.map((name) => `"${name}"`).join(', ')
  return `${form.host} adds new arguments to the old ones, so a hook cannot remove ${names} from "${nativeName}".`
}

/** The name of the server was in the payload; the canonical name has it too. */
function mcpWire({ name }: ToolCall): { readonly wire?: JsonObject } {
  const server = /^mcp__(.+?)__/.exec(name)?.[1]
  return server === undefined ? {} : { wire: { is_mcp_tool: true, mcp_server_name: server } }
}

/** Of a patch, only the text can be another: what was read from it follows. */
function patched({ nativeName, input, nativeInput }: ToolCall, asked: ToolInput): ToolInput | string {
  const native = asInput(nativeInput)
  const [key, another] = patchArguments(native)
  const others = Object.keys(asked).filter(
    (name) => name !== 'patch' && !sameInput(pick(asked, name), pick(input, name)),
  )
  if (typeof asked['patch'] !== 'string' || key === undefined || another !== undefined || others.length > 0)
    return `"${nativeName}" applies a patch, of which a hook can only change the text, under "patch".`
  return { ...native, [key]: asked['patch'] }
}

function pick(input: ToolInput, key: string): ToolInput {
  return Object.hasOwn(input, key) ? { [key]: input[key] } : {}
}

/** The folder from which the paths of a patch were resolved, by the first of them. */
function baseOf({ input }: ToolCall, native: ToolInput): string {
  const path = typeof input['file_path'] === 'string' ? input['file_path'] : '/'
  const [key = ''] = patchArguments(native)
  const text = native[key]
  const { file_path: probed } = patchCall(typeof text === 'string' ? text : '', PROBE).input
  if (typeof probed !== 'string' || !probed.startsWith(`${PROBE}/`)) return '/'
  const relative = probed.slice(PROBE.length)
  return path.endsWith(relative) ? path.slice(0, -relative.length) || '/' : '/'
}

const PROBE = '/probe'

/** Each canonical argument gets the name under which this call has it, else the host's usual one. */
function renamedBack(tool: ToolCall, input: ToolInput, host: Host): ToolInput | string {
  const before = asInput(tool.nativeInput)
  const natives = Object.keys(before)
  const canonical = Object.keys(toCanonical(tool.name, before, host))
  const names = new Map(canonical.map((key, index) => [key, natives[index] ?? key]))
  const usual = (key: string): string =>
    Object.keys(usualArguments({ name: tool.name, input: { [key]: '' } }, host))[0] ?? key
  const entries = Object.entries(input).map(([key, value]) => [names.get(key) ?? usual(key), value])
  const native = Object.fromEntries(entries) as ToolInput
  if (canonical.length === natives.length && Object.keys(native).length === entries.length) return native
  return `Two arguments of "${tool.nativeName}" on ${host.form.host} mean the same, so a hook cannot change them.`
}
