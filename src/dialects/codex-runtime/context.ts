import type { Event } from '../../core/event.ts'
import { phaseOf, phases, type Phase } from '../_families/runtime/phases.ts'
import type { HookContext } from './contract.ts'
import { nativeTool } from './tools.ts'

/** All eleven keys, always: what is not known is null. */
export function contextWire(context: HookContext): Readonly<Record<string, unknown>> {
  return {
    phase: context.phase,
    thread_id: context.threadId ?? null,
    turn_id: context.turnId ?? null,
    cwd: context.cwd ?? null,
    model: context.model ?? null,
    main_status: context.mainStatus ?? null,
    correlation_id: context.correlationId,
    ts_ms: context.tsMs,
    metadata: orNull(context.metadata),
    tool_name: context.toolName ?? null,
    tool_input: orNull(context.toolInput),
  }
}

/** JSON leaves out a key whose value it has no form for. */
function orNull(value: unknown): unknown {
  const makesItsOwn = typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
  const hasForm = makesItsOwn ? JSON.stringify(value) !== undefined : !FORMLESS.has(typeof value)
  return hasForm ? value : null
}

const FORMLESS: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol'])

/** Moments of other hosts that a phase comes close to, and what has become of the main thing by then. */
const NEAREST: Readonly<Record<string, readonly [Phase, 'ok' | 'error' | null]>> = {
  PermissionRequest: ['PreToolUse', null],
  PostToolUse: ['PostToolUse', 'ok'],
  PostToolUseFailure: ['PostToolUse', 'error'],
  UserPromptSubmit: ['PreTurn', null],
  Stop: ['PostTurn', 'ok'],
  StopFailure: ['PostTurn', 'error'],
  SessionStart: ['PostSessionStart', 'ok'],
}

export function nearestPhase(event: string): Phase | undefined {
  return phaseOf(event) ?? nearest(event)?.[0]
}

/** An event of any host as a context. One without a phase keeps its own name; a prompt is added where there is one. */
export function eventWire(event: Event): Readonly<Record<string, unknown>> {
  const { tool, fields } = event
  const phase = nearestPhase(event.name)
  const isCall = phase !== undefined && phases[phase].event === phase
  return {
    ...contextWire({
      phase: phase ?? (event.name as Phase),
      threadId: event.sessionId ?? null,
      turnId: textOf(fields['turn_id']),
      cwd: event.cwd,
      model: textOf(fields['model']),
      mainStatus: (textOf(fields['main_status']) ?? nearest(event.name)?.[1] ?? null) as
        | 'ok'
        | 'error'
        | null,
      correlationId: textOf(fields['correlation_id']) ?? correlationOf(event),
      tsMs: typeof fields['ts_ms'] === 'number' ? fields['ts_ms'] : event.at,
      metadata: fields['metadata'] ?? (isCall ? null : {}),
      toolName: tool === undefined ? null : nativeTool(tool.name, tool.input),
      toolInput: tool?.input ?? fields['tool_input'],
    }),
    ...(event.prompt !== undefined && { prompt: event.prompt }),
  }
}

function nearest(event: string): (typeof NEAREST)[string] | undefined {
  return Object.hasOwn(NEAREST, event) ? NEAREST[event] : undefined
}

function correlationOf({ tool, fields, sessionId, at }: Event): string {
  if (tool?.useId !== undefined) return `tu-s:${tool.useId}`
  return `hk-${textOf(fields['prompt_id']) ?? sessionId ?? at}`
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
