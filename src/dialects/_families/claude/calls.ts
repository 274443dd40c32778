import type { Verdict } from '../../../core/decision.ts'
import type { Event, ToolCall } from '../../../core/event.ts'
import { createToolNames, type ToolInput, type ToolTable } from '../tool-names.ts'
import { asInput, isPatchTool, type CallForm, type Host } from './call-form.ts'
import { decodeCall, type CallPlace, type CanonicalCall } from './decode-call.ts'
import { rewriteCall, usualArguments } from './rewrite-call.ts'
import { isObject } from './shape.ts'

export type { CallForm } from './call-form.ts'

/** Translates calls of tools between a host and the canonical form. */
export type CallNames = {
  /** Native names by canonical name, for matchers. */
  readonly names: ToolTable['names']
  decode(native: string, input: ToolInput, place: CallPlace): CanonicalCall
  /** Returns the call as hooks of the host's files read it. */
  encode(tool: ToolCall): NativeCall
  /** See `Dialect.rewriteCall`. */
  rewrite(tool: ToolCall, input: ToolInput): ToolCall | string
  /** Returns the verdict with new input in the host's arguments; one that they cannot express is denied. */
  inNative(event: Partial<Event>, verdict: Verdict): Verdict
  /** Returns, in canonical arguments, the input that a hook of the host's files asks for. */
  inCanonical(event: Event, updated: ToolInput): ToolInput
}

type NativeCall = { readonly name: string; readonly input: ToolInput }

/** Makes the translation of one host. */
export function callNames(form: CallForm): CallNames {
  const { table, otherArguments } = form
  const other = { names: {}, ...(otherArguments && { arguments: otherArguments }) }
  const host: Host = { form, tools: createToolNames<'own' | 'other'>({ own: table, other }) }
  return {
    names: withPatches(form),
    decode: (native, input, place) => decodeCall(native, input, { ...host, place }),
    encode: (tool) => encodeCall(tool, host),
    rewrite: (tool, input) => rewriteCall(tool, input, host),
    inNative: (event, verdict) => nativeVerdict(event, verdict, host),
    inCanonical: (event, updated) => canonicalInput(event, updated, host),
  }
}

/** A patch may be a new file or a change, whatever its tool is called. */
function withPatches({ table, patches = [] }: CallForm): ToolTable['names'] {
  if (patches.length === 0) return table.names
  const { Edit = ['Edit'], Write = ['Write'] } = table.names
  return { ...table.names, Edit: [...Edit, ...patches], Write: [...Write, ...patches] }
}

function encodeCall(tool: ToolCall, host: Host): NativeCall {
  const { form, tools } = host
  const isOwn = tools.isNative('own', tool.nativeName) || isPatchTool(form, tool.nativeName)
  if (isOwn && isObject(tool.nativeInput)) {
    const own = rewriteCall(tool, tool.input, host)
    return {
      name: tool.nativeName,
      input: asInput(typeof own === 'string' ? tool.nativeInput : own.nativeInput),
    }
  }
  const [, server, called] = /^mcp__(.+?)__(.+)$/.exec(tool.name) ?? []
  if (form.mcp !== undefined && server !== undefined && called !== undefined)
    return { name: form.mcp.native(server, called), input: tool.input }
  return { name: tools.nativeName('own', tool), input: usualArguments(tool, host) }
}

/** Where the host adds the new arguments to the old ones, a hook names only what changes. */
function canonicalInput(event: Event, updated: ToolInput, host: Host): ToolInput {
  if (event.tool === undefined) return updated
  const { name, input } = encodeCall(event.tool, host)
  const whole = host.form.merges ? { ...input, ...updated } : updated
  return decodeCall(name, whole, { ...host, place: event }).input
}

function nativeVerdict({ tool }: Partial<Event>, verdict: Verdict, host: Host): Verdict {
  const asked = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (tool === undefined || asked === undefined) return verdict
  const effects = verdict.effects.filter(({ kind }) => kind !== 'rewrite-input')
  const call = rewriteCall(tool, asked.input, host)
  if (typeof call === 'string') return { ...verdict, decision: 'deny', reason: call, effects }
  return { ...verdict, effects: [...effects, { kind: 'rewrite-input', input: asInput(call.nativeInput) }] }
}
