import type { Event, ToolCall } from '../../core/event.ts'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { readNamedPayload } from '../_families/event-name.ts'
import { wrongType } from '../_families/payload.ts'
import type { Payload } from '../dialect.ts'
import { canonicalEvent, rowOf } from './events.ts'
import { NAME } from './name.ts'
import { readCall } from './tools.ts'

const KEY = 'hookName'

/** Payloads of the VS Code extension and of the SDK: the name of the event tells them apart. */
export function decodeEvent(payload: Payload): Event | Issue {
  const read = readNamedPayload(payload, { key: KEY, canonicalName: canonicalEvent })
  if (isIssue(read)) return read
  const { wire, native, name } = read
  const block = blockOf(wire, native)
  const cwd = firstRoot(wire) ?? payload.startDir
  const tool = name.endsWith('ToolUse') ? readTool(block, cwd) : undefined
  if (isIssue(tool)) return { ...tool, event: name }
  const prompt = block['prompt']
  if (name === 'UserPromptSubmit' && typeof prompt !== 'string')
    return { ...wrongType(`${rowOf(native)?.block ?? ''}.prompt`, 'a string', prompt), event: name }
  return toEvent(wire, { name, native, block, cwd, tool }, payload)
}

/** The SDK names it after its own event and may bring the extension's as well. */
function blockOf(wire: JsonObject, native: string): JsonObject {
  const row = rowOf(native)
  const keys = [native, row?.sdk, row?.block].filter((key) => key !== undefined)
  return keys.map((key) => wire[key]).find(isObject) ?? {}
}

function firstRoot({ workspaceRoots: roots }: JsonObject): string | undefined {
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined
  return typeof first === 'string' && first !== '' ? first : undefined
}

function readTool(block: JsonObject, cwd: string): ToolCall | Issue {
  const isSdk = block['name'] !== undefined
  const named = isSdk ? block['name'] : block['toolName']
  if (typeof named !== 'string') return wrongType(isSdk ? 'name' : 'toolName', 'a string', named)
  const args = isSdk ? block['input'] : block['parameters']
  const { id, output, result, error } = block
  const response = output ?? result
  return {
    ...readCall(named, args, cwd),
    nativeName: named,
    nativeInput: args,
    ...(typeof id === 'string' && { useId: id }),
    ...(response !== undefined && { response }),
    ...(typeof error === 'string' && error !== '' && { error }),
  }
}

type Read = {
  readonly name: string
  readonly native: string
  readonly block: JsonObject
  readonly cwd: string
  readonly tool: ToolCall | undefined
}

function toEvent(wire: JsonObject, { name, native, block, cwd, tool }: Read, payload: Payload): Event {
  const { taskId, agent_id: agent, parent_agent_id: parent } = wire
  const { prompt } = block
  return {
    name,
    native,
    host: NAME,
    cwd,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(typeof taskId === 'string' && { sessionId: taskId }),
    // The main agent has an id too.
    ...(typeof agent === 'string' && typeof parent === 'string' && parent !== '' && { agent: { id: agent } }),
    ...(tool && { tool }),
    ...(name === 'UserPromptSubmit' && typeof prompt === 'string' && { prompt }),
    fields: { ...fieldsOf(wire, native), ...wordsOf(native) },
    ...(isUnreadPatch(tool) && { issues: [UNREAD_PATCH] }),
    payload: { wire: NAME, bytes: payload.bytes },
  }
}

/** No file could be read from the text, so that guards of files see nothing. */
function isUnreadPatch(tool: ToolCall | undefined): boolean {
  return tool?.nativeName === 'apply_patch' && tool.input['file_path'] === undefined
}

const UNREAD_PATCH = warning(
  'payload.patch',
  {},
  'The patch of "apply_patch" names no file that could be read; hooks see it as "patch" only.',
)

/** Everything but what has a place in the event. */
function fieldsOf(wire: JsonObject, native: string): JsonObject {
  const row = rowOf(native)
  const taken = new Set([KEY, 'taskId', ...(isReadWhole(native) ? [native, row?.sdk, row?.block] : [])])
  return Object.fromEntries(Object.entries(wire).filter(([key]) => !taken.has(key)))
}

/** True where the event has a place for all of the block. */
function isReadWhole(native: string): boolean {
  const event = canonicalEvent(native)
  return event.endsWith('ToolUse') || event === 'UserPromptSubmit'
}

/** Words that hooks of other hosts look for. */
function wordsOf(native: string): JsonObject {
  const row = rowOf(native)
  return (row && WORDS[row.file]) ?? {}
}

/** By the name of the hook's file. */
const WORDS: Readonly<Record<string, JsonObject>> = {
  TaskStart: { source: 'startup' },
  TaskResume: { source: 'resume' },
  TaskCancel: { reason: 'other' },
  SessionShutdown: { reason: 'other' },
}
