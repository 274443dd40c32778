import type { Event, ToolCall } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { isObject } from '../_families/claude/shape.ts'
import { rowOf } from './events.ts'
import { toCamel } from './keys.ts'
import { toResult } from './reply.ts'
import { wireOf, type Shape } from './shape.ts'
import { readProfile, type Profile } from './surfaces.ts'
import { toIso, toMilliseconds } from './time.ts'
import { nativeInput, nativeName, PATCH_TOOL } from './tools.ts'
import { nativeWord } from './words.ts'

type Document = Readonly<Record<string, unknown>>

/** The host's own bytes where the hook reads their form, else the same built anew. */
export function encodeInput(event: Event, hook: Hook): string | Uint8Array {
  const profile = readProfile(hook.note)
  const shape = shapeFor(event, profile)
  if (event.payload?.wire === wireOf(shape) && !isRewrittenForGuide(event, profile))
    return event.payload.bytes
  return JSON.stringify(toWire(event, profile))
}

/** In the time of the guide arguments were a JSON text; many a published script looks for an object beside it. */
function isRewrittenForGuide({ tool }: Event, { surface }: Profile): boolean {
  return surface === 'guide' && tool !== undefined
}

/** Two events have one form whatever the case of their name. */
const ONE_FORM: ReadonlySet<string> = new Set(['PermissionRequest', 'Notification'])

function shapeFor({ name }: Event, { surface, case: spelling }: Profile): Shape {
  if (surface === 'vscode') return 'vscode'
  return ONE_FORM.has(name) ? 'camelCase' : spelling
}

/** The event in the form that a hook with this profile reads. */
export function toWire(event: Event, profile: Profile): Document {
  switch (shapeFor(event, profile)) {
    case 'camelCase':
      return camelWire(event, profile)
    case 'PascalCase':
      return event.name === 'SubagentStart' ? mixedWire(event, profile) : pascalWire(event)
    case 'vscode':
      return vscodeWire(event)
  }
}

function camelWire(event: Event, profile: Profile): Document {
  const { timestamp, last_assistant_message: said, ...fields } = nativeFields(event)
  const camel = Object.entries(fields).map(([key, value]) => [toCamel(key), value])
  return present({
    hookName: event.name === 'PermissionRequest' ? 'permissionRequest' : undefined,
    sessionId: event.sessionId,
    timestamp: toMilliseconds(timestamp ?? event.at),
    cwd: event.cwd,
    transcriptPath: event.transcriptPath,
    agentId: event.agent?.id,
    ...Object.fromEntries(camel),
    agentType: event.agent?.type,
    [event.name.startsWith('Subagent') ? 'response' : 'lastAssistantMessage']: said,
    hook_event_name: event.name === 'Notification' ? 'Notification' : undefined,
    prompt: event.prompt,
    ...(event.tool && camelTool(event, event.tool, profile)),
  })
}

function camelTool({ name, fields }: Event, tool: ToolCall, { surface }: Profile): Document {
  const toolName = nativeName('runtime', tool)
  if (name === 'PermissionRequest') return { toolName, toolInput: tool.input }
  if (name === 'PreMcpToolCall')
    return { toolName: tool.nativeName, arguments: tool.input, toolCallId: tool.useId }
  const args = runtimeArguments(tool)
  const isText = surface === 'guide' && typeof args !== 'string'
  return {
    toolName,
    toolArgs: isText ? JSON.stringify(args) : args,
    toolInput: isText ? args : undefined,
    toolResult: tool.response === undefined ? undefined : resultOf(tool, fields),
    error: tool.error,
  }
}

/** A patch, and what was no object to begin with, is that again. */
function runtimeArguments({ name, nativeName: native, input }: ToolCall): unknown {
  if (native === PATCH_TOOL && typeof input['patch'] === 'string') return input['patch']
  const whole = input['raw']
  const isWhole = whole !== undefined && !isObject(whole) && Object.keys(input).length === 1
  if (isWhole) return whole
  return nativeInput(name, input, 'runtime')
}

function resultOf(
  { name, response }: ToolCall,
  { result_type: type, result_details: more }: Document,
): Document {
  const result = resultWith(name === 'Bash' ? shellText(response) : response, type)
  const details = Object.entries((more ?? {}) as Document).map(([key, value]) => [toCamel(key), value])
  return { ...result, ...Object.fromEntries(details) }
}

/** A hook before may have said how the result is meant; that counts more than what the host said. */
function resultWith(response: unknown, type: unknown): Document {
  const isSaid = isObject(response) && response['textResultForLlm'] !== undefined && 'resultType' in response
  return { ...toResult(response), ...(type !== undefined && !isSaid && { resultType: type }) }
}

/** Other hosts keep the two streams of a command apart. */
function shellText(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || !('stdout' in response)) return response
  const { stdout, stderr } = response as { stdout?: unknown; stderr?: unknown }
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
}

function pascalWire(event: Event): Document {
  const { timestamp, ...fields } = nativeFields(event)
  const { tool } = event
  const result =
    tool?.response === undefined
      ? undefined
      : resultWith(shellText(tool.response), event.fields['result_type'])
  return present({
    hook_event_name: rowOf(event.name)?.PascalCase ?? event.name,
    session_id: event.sessionId,
    timestamp: toIso(timestamp ?? event.at),
    cwd: event.cwd,
    transcript_path: event.transcriptPath,
    agent_id: event.agent?.id,
    agent_type: event.agent?.type,
    ...fields,
    prompt: event.prompt,
    tool_name: tool?.name,
    tool_input: tool && runtimeArguments(tool),
    tool_result: result && {
      result_type: result['resultType'],
      text_result_for_llm: result['textResultForLlm'],
    },
    error: tool?.error ?? fields['error'],
  })
}

/** The host mixes its two forms here (1.0.102). */
function mixedWire(event: Event, profile: Profile): Document {
  const { agentId, agentType, parentAgentId, ...rest } = camelWire(event, profile)
  return present({ ...rest, agent_id: agentId, agent_type: agentType, parent_agent_id: parentAgentId })
}

function vscodeWire(event: Event): Document {
  const { timestamp, ...fields } = nativeFields(event)
  const { tool } = event
  return present({
    timestamp: toIso(timestamp ?? event.at),
    hook_event_name: event.name,
    session_id: event.sessionId,
    transcript_path: event.transcriptPath,
    cwd: event.cwd,
    agent_id: event.agent?.id,
    agent_type: event.agent?.type,
    ...fields,
    prompt: event.prompt,
    tool_name: tool && nativeName('vscode', tool),
    tool_input: tool && nativeInput(tool.name, tool.input, 'vscode'),
    tool_use_id: tool?.useId,
    tool_response:
      tool?.response === undefined ? undefined : toResult(shellText(tool.response))['textResultForLlm'],
    error: tool?.error ?? fields['error'],
  })
}

function nativeFields(event: Event): Document & { timestamp?: unknown; last_assistant_message?: unknown } {
  const { fields, name } = event
  const native = Object.entries(fields).map(([key, value]) => [key, nativeWord(event, key, value)])
  const {
    agent_type: called,
    result_type: _,
    result_details: __,
    ...rest
  } = Object.fromEntries(native) as Document
  const isUnnamed = name.startsWith('Subagent') && rest['agent_name'] === undefined && called !== undefined
  return { ...rest, ...(isUnnamed && { agent_name: called }) }
}

/** Absent values are left out, never null. */
function present(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
