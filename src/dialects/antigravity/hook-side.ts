import type { Event } from '../../core/event.ts'
import { systemShell, type InlineForms } from '../../shells/inline.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { HookSide } from '../dialect.ts'
import { NAME } from './name.ts'
import { decodeOutput } from './output.ts'
import { writeCall } from './tools.ts'

const inlineForms = {
  shell: {
    title: 'Antigravity',
    shells: ['bash', 'pwsh'],
    commands: systemShell,
    lostDirectory: 'fail',
    install: 'Antigravity runs commands with sh.',
  },
} as const satisfies InlineForms

/** What hooks of Antigravity read and write. */
export const hookSide: HookSide = { encodeInput, environment: () => ({}), inlineForms, decodeOutput }

/** The host's own bytes, else the same built anew. */
function encodeInput(event: Event): string | Uint8Array {
  return event.payload?.wire === NAME ? event.payload.bytes : JSON.stringify(toWire(event))
}

/** The event as Antigravity would have written it; fields of other hosts stay beside. */
function toWire({ tool, fields, name, ...event }: Event): JsonObject {
  const { last_assistant_message: last, stepIdx, ...rest } = fields
  return {
    conversationId: event.sessionId,
    workspacePaths: fields['workspacePaths'] ?? [event.projectDir],
    transcriptPath: event.transcriptPath,
    ...rest,
    ...(tool && { toolCall: writeCall(tool), stepIdx: stepIdx ?? 0 }),
    ...(event.prompt !== undefined && { prompt: event.prompt }),
    ...(tool?.error !== undefined && { error: tool.error }),
    ...(name === 'Stop' && { executionNum: 0, terminationReason: 'model_stop', fullyIdle: true, ...rest }),
    ...(name === 'Stop' && last !== undefined && { finalModelOutput: last }),
  }
}
