import type { Event, ToolCall } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { readNamedPayload } from '../_families/event-name.ts'
import { wrongType } from '../_families/payload.ts'
import type { Payload } from '../dialect.ts'
import { canonicalEvent, toolKind } from './events.ts'
import { NAME } from './name.ts'
import { readTool } from './tools.ts'

const KEY = 'agent_action_name'

/** `{ agent_action_name, trajectory_id, execution_id, timestamp, model_name?, tool_info }`. */
export function decodeEvent(payload: Payload): Event | Issue {
  const read = readNamedPayload(payload, { key: KEY, canonicalName: canonicalEvent })
  if (isIssue(read)) return read
  const { wire, native, name } = read
  const { tool_info: info = {} } = wire
  if (!isObject(info)) return { ...wrongType('tool_info', 'an object', info), event: name }
  const kind = toolKind(native)
  const tool = kind && readTool(kind, info)
  if (isIssue(tool)) return { ...tool, event: name }
  if (native === 'pre_user_prompt' && typeof info['user_prompt'] !== 'string')
    return { ...wrongType('tool_info.user_prompt', 'a string', info['user_prompt']), event: name }
  return toEvent(wire, { name, native, info, tool }, payload)
}

type Read = {
  readonly name: string
  readonly native: string
  readonly info: JsonObject
  readonly tool: ToolCall | undefined
}

function toEvent(wire: JsonObject, { name, native, info, tool }: Read, payload: Payload): Event {
  const { [KEY]: _, trajectory_id: session, tool_info: __, ...fields } = wire
  const { user_prompt: prompt, transcript_path: transcript, response, ...rest } = info
  const own = tool === undefined ? rest : {}
  return {
    name,
    native,
    host: NAME,
    // Not `tool_info.cwd`, which the agent chooses: hooks with relative paths would be started there.
    cwd: payload.startDir,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(typeof session === 'string' && { sessionId: session }),
    ...(typeof transcript === 'string' && { transcriptPath: transcript }),
    ...(tool && { tool }),
    ...(typeof prompt === 'string' && native === 'pre_user_prompt' && { prompt }),
    fields: { ...fields, ...own, ...(response !== undefined && { last_assistant_message: response }) },
    payload: { wire: NAME, bytes: payload.bytes },
  }
}
