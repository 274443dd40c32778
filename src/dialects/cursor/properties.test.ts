import * as fc from 'fast-check'
import { test } from 'vitest'
import { hook, places, toolEvent } from '../../../test/helpers/builders.ts'
import { cursorPayload, NATIVES } from '../../../test/helpers/cursor-payloads.ts'
import { DECISIONS, emptyVerdict } from '../../core/decision.ts'
import { isIssue } from '../../core/issue.ts'
import { configSide } from './config.ts'
import { encodeInput } from './encode-input.ts'
import { rowOf } from './events.ts'
import { cursor } from './index.ts'
import { decodeOutput } from './output.ts'

const keys = fc.constantFrom(
  ...(
    'version hooks preToolUse stop type matcher command prompt model timeout failClosed loop_limit tool_name ' +
    'tool_input tool_output file_path path content contents edits old_string new_string mcp_server_name cwd ' +
    'workspace_roots conversation_id generation_id loop_count subagent_type permission user_message agent_message ' +
    'updated_input continue followup_message additional_context env updated_mcp_tool_output pluginPaths ' +
    'hookSpecificOutput permissionDecision decision reason __proto__ constructor'
  ).split(' '),
)
const near = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      null,
      1,
      -1,
      '',
      'deny',
      'ask',
      'block',
      '*',
      '(',
      'Shell',
      'MCP:x',
      '{"a":1}',
      '[',
      true,
      false,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
})).value
const changes = fc.dictionary(keys, near, { maxKeys: 5 })
const natives = fc.constantFrom(...NATIVES)

/** Which native event a payload tells of cannot be changed by its other fields. */
function decoded(native: string, fields: object) {
  const payload = { ...cursorPayload(native), ...fields, hook_event_name: native }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return cursor.decodeEvent({ bytes, startDir: '/p', projectDir: '/p', at: 0 })
}

test('any payload is an event that can be named, written and answered, or a refusal with its name', () =>
  fc.assert(
    fc.property(natives, changes, fc.constantFrom(...DECISIONS), (native, fields, decision) => {
      const event = decoded(native, fields)
      const row = rowOf(native)
      if (isIssue(event)) return event.event === row?.event
      cursor.actionOf?.(event)
      const { payload: _, ...made } = event
      const written = JSON.parse(encodeInput(made, { native }) as string) as Document
      const reply = JSON.parse(cursor.encodeReply(event, { ...emptyVerdict, decision }).stdout) as Document
      const isHeld = reply['permission'] === 'deny' || reply['continue'] === false
      return (
        event.name === row?.event &&
        written['hook_event_name'] === native &&
        (decision !== 'deny' || !row.gate || isHeld)
      )
    }),
    { numRuns: 500 },
  ))

type Document = Readonly<Record<string, unknown>>

test('no config and no output throws, and exit code 2 denies whatever was written', () =>
  fc.assert(
    fc.property(natives, near, fc.constantFrom(0, 1, 2), (native, value, code) => {
      const file = { file: '/p/.cursor/hooks.json', scope: 'project' as const }
      configSide.read({ ...file, value }, places())
      configSide.read({ ...file, value: { version: 1, hooks: { [native]: [value] } } }, places())
      const text = JSON.stringify(value) ?? ''
      const output = { text, droppedBytes: 0, wellFormed: true }
      const event = { ...toolEvent('Bash'), name: rowOf(native)?.event ?? '' }
      const said = { kind: 'exited', code, stdout: output, stderr: output, ms: 1 } as const
      const { decision } = decodeOutput(hook({ native, dialect: 'cursor', wire: 'cursor' }), event, said)
      return code !== 2 || !rowOf(native)?.gate || decision === 'deny'
    }),
    { numRuns: 500 },
  ))
