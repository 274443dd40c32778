import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import type { Said } from '../../core/outcome.ts'
import { powershellCommand, systemShell, type InlineForms } from '../../shells/inline.ts'
import { cleanAndCap } from '../_families/claude/text.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { crashed, type Exit } from '../_families/exit-failure.ts'
import { isoTime } from '../_families/iso-time.ts'
import { unheardRefusal } from '../_families/unheard-refusal.ts'
import type { HookSide } from '../dialect.ts'
import { toolKind, windsurfEvents } from './events.ts'
import { NAME } from './name.ts'
import { readNote } from './note.ts'
import { writeTool } from './tools.ts'

const inlineForms = {
  shell: {
    title: 'Windsurf Cascade, `command`',
    shells: ['bash', 'pwsh'],
    commands: systemShell,
    lostDirectory: 'fail',
    install: 'Windsurf takes the default shell of the system.',
  },
  powershell: {
    title: 'Windsurf Cascade, `powershell`',
    shells: ['pwsh'],
    ownScripts: '.ps1',
    commands: powershellCommand(),
    lostDirectory: 'fail',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
} as const satisfies InlineForms

/** What hooks of Windsurf read and write. */
export const hookSide: HookSide = { encodeInput, environment: () => ({}), inlineForms, decodeOutput }

/** The host's own bytes where they are of the hook's event, else the same built anew. */
function encodeInput(event: Event, hook: Hook): string | Uint8Array {
  const { native } = readNote(hook, event)
  if (event.payload?.wire === NAME && event.native === native) return event.payload.bytes
  return JSON.stringify(toWire(event, native))
}

/** The event as Windsurf would have written it. */
export function toWire(event: Event, native: string): JsonObject {
  const { execution_id, timestamp, model_name } = event.fields
  return {
    agent_action_name: native,
    trajectory_id: event.sessionId,
    execution_id,
    timestamp: timestamp ?? isoTime(event.at),
    model_name,
    tool_info: infoOf(event, native),
  }
}

function infoOf(event: Event, native: string): JsonObject {
  const { tool, fields } = event
  const kind = toolKind(native)
  if (kind !== undefined && tool !== undefined) {
    const info = writeTool(kind, tool)
    return kind === 'run_command' ? { cwd: event.cwd, ...info } : info
  }
  const {
    execution_id: _,
    timestamp: __,
    model_name: ___,
    last_assistant_message: response,
    ...rest
  } = fields
  switch (native) {
    case 'pre_user_prompt':
      return { user_prompt: event.prompt }
    case 'post_cascade_response':
      return { response }
    case 'post_cascade_response_with_transcript':
      return { transcript_path: event.transcriptPath }
    default:
      return rest
  }
}

/** Exit codes alone count; stdout is only shown. */
function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  if (said.kind === 'answered') return noAnswer
  const { native, isShown } = readNote(hook, event)
  const shown = cleanAndCap(said.stdout.text.trim()).text
  const effects = isShown && shown !== '' ? [{ kind: 'message' as const, text: shown }] : []
  const canDeny = windsurfEvents[native]?.decisions.includes('deny') === true
  if (said.code === 2 && canDeny) return { ...noAnswer, decision: 'deny', reason: refusal(said), effects }
  if (said.code !== 0) return crashed(said, hook)
  return { ...noAnswer, effects, issues: unheardRefusal(said.stdout.text, hook, HINT) }
}

const HINT = 'Exit with code 2 and write the reason to stderr.'

function refusal({ stderr }: Exit): string {
  return cleanAndCap(stderr.text.trim()).text || 'Blocked by a hook'
}
