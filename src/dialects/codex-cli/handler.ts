import type { HandlerSpec } from '../../core/hook.ts'
import { warning, type Issue, type Place } from '../../core/issue.ts'
import { at, type JsonObject } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import { checkHandler, HANDLER_KEYS, type HandlerWire } from './handler-shape.ts'
import { TITLE } from './name.ts'
import { readTimeout } from './timeout.ts'

/** Where a handler stands. */
export type HandlerSpot = {
  readonly event: string
  readonly place: Place
  readonly platform: NodeJS.Platform
}

export type HandlerReading = {
  readonly issues: readonly Issue[]
  /** True: Codex rejects the whole file for it. */
  readonly isVoid?: true
  readonly made?: {
    readonly handler: HandlerSpec
    readonly timeoutMs: number
    readonly mode: 'wait' | 'background'
    readonly statusMessage?: string
  }
}

/** Reads one handler of a group: docs/hosts/codex-cli.md#handlers. */
export function readHandler(value: unknown, spot: HandlerSpot): HandlerReading {
  const checked = checkHandler(value, spot.place)
  if ('problem' in checked) return { issues: [checked.problem], isVoid: true }
  const { wire } = checked
  const unknown = unknownKeys(value as JsonObject, HANDLER_KEYS[wire.type], {
    place: spot.place,
    host: TITLE,
  })
  const read = wire.type === 'command' ? readCommand(wire, spot) : readOther(wire, spot)
  return { ...read, issues: [...unknown, ...read.issues] }
}

function readCommand(wire: HandlerWire<'command'>, { event, place, platform }: HandlerSpot): HandlerReading {
  const windows = wire.commandWindows ?? wire.command_windows
  const command = platform === 'win32' ? (windows ?? wire.command) : wire.command
  if (command.trim() === '') return skipped(place, 'its command is empty')
  const time = readTimeout(wire.timeout, event, at(place, 'timeout'))
  const isAsync = wire.async === true && event !== 'SessionEnd'
  return {
    made: {
      handler: { type: 'command', start: { kind: 'inline', form: 'session-shell', command } },
      timeoutMs: time.ms,
      mode: isAsync ? 'background' : 'wait',
      ...statusOf(wire),
    },
    issues: [...time.issues, ...remarks(wire, event, place)],
  }
}

function remarks(wire: HandlerWire<'command'>, event: string, place: Place): readonly Issue[] {
  const { async, additionalContextLimit: limit } = wire
  const waited = 'Codex CLI waits for a SessionEnd hook although it says "async".'
  const unused = `"additionalContextLimit" has no effect on ${event}, which takes no context.`
  return [
    ...(async === true && event === 'SessionEnd' ? [warning('hook.async', at(place, 'async'), waited)] : []),
    ...(limit !== undefined && limit !== null && !WITH_CONTEXT.has(event)
      ? [warning('hook.field', at(place, 'additionalContextLimit'), unused)]
      : []),
  ]
}

const WITH_CONTEXT: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
])

function readOther(wire: HandlerWire, { event, place }: HandlerSpot): HandlerReading {
  if (wire.type !== 'mcp_tool') return skipped(place, `Codex CLI does not support "${wire.type}" hooks yet`)
  const { server, tool, input } = wire
  if (event === 'SessionEnd') return skipped(place, 'an "mcp_tool" hook cannot run when a session ends')
  if (server.trim() === '' || tool.trim() === '')
    return skipped(place, '"server" and "tool" must not be empty')
  const time = readTimeout(wire.timeout, event, at(place, 'timeout'))
  const filled = input === undefined ? {} : ({ input, placeholders: 'typed' } as const)
  const handler = { type: 'mcp_tool', server, tool, ...filled } as const
  return {
    made: { handler, timeoutMs: time.ms, mode: 'wait', ...statusOf(wire) },
    issues: time.issues,
  }
}

function statusOf({ statusMessage }: { readonly statusMessage?: string | null }): {
  readonly statusMessage?: string
} {
  return statusMessage === undefined || statusMessage === null ? {} : { statusMessage }
}

function skipped(place: Place, why: string): HandlerReading {
  return { issues: [warning('hook.skipped', place, `This hook never runs: ${why}.`)] }
}
