import type { Event, ToolCall } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import { matchAll } from '../core/matcher.ts'
import type { Dialect } from './dialect.ts'

/** A payload that tells of an event, exactly as the host would send it. */
export type MadePayload = {
  readonly bytes: Uint8Array
  /** Native name of its event, for hosts whose payloads do not name it. */
  readonly event: string
}

/** The session of every payload that is made here. */
export const MADE_SESSION = 'made-by-hookwright'

/** What a payload is to tell of, in canonical names. */
export type Wish = {
  readonly event: string
  readonly tool?: ToolCall
  readonly prompt?: string
  /** Other fields of the event, under their canonical names. */
  readonly fields?: Readonly<Record<string, unknown>>
}

type Around = { readonly dialect: Dialect; readonly cwd: string }

/** The payload under the first of these native names that can tell it; undefined where none can. */
export async function payloadOf(
  wish: Wish,
  natives: readonly string[],
  { dialect, cwd }: Around,
): Promise<MadePayload | undefined> {
  const side = await dialect.hooks()
  for (const native of natives) {
    const event = eventOf(wish, native, cwd)
    const text = side.encodeInput(event, readerOf(native, event, dialect))
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    if (isSame(dialect.decodeEvent({ bytes, event: native, startDir: cwd, projectDir: cwd, at: 0 }), wish))
      return { bytes, event: native }
  }
  return undefined
}

/** A call under its canonical name. */
export function callOf(tool: string, input: ToolCall['input']): ToolCall {
  return { name: tool, nativeName: tool, input, nativeInput: input, useId: 'call-1' }
}

/** All names that the host has for a canonical event. */
export function nativesFor(name: string, { events }: Pick<Dialect, 'events'>): readonly string[] {
  return Object.entries(events)
    .filter(([, spec]) => spec.event === name)
    .map(([native]) => native)
}

function eventOf({ event: name, tool, prompt, fields = {} }: Wish, native: string, cwd: string): Event {
  const isAfter = tool !== undefined && name === 'PostToolUse'
  return {
    name,
    native,
    // Of no host, so that every wire writes it with its own names.
    host: '',
    sessionId: MADE_SESSION,
    cwd,
    projectDir: cwd,
    at: 0,
    fields,
    ...(tool && { tool: isAfter ? { response: {}, ...tool } : tool }),
    ...(prompt !== undefined && { prompt }),
  }
}

/** A hook in whose form the payload is written. */
function readerOf(native: string, { name }: Event, { name: dialect, wire }: Dialect): Hook {
  return {
    id: 'payload',
    event: name,
    native,
    matcher: matchAll,
    handler: { type: 'rule', decision: 'none' },
    dialect,
    wire,
    source: { file: '', pointer: [], scope: 'session' },
    timeoutMs: 1,
    onFailure: 'native',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}

/** True when the host's own reader finds in the payload what was wished for. */
function isSame(decoded: ReturnType<Dialect['decodeEvent']>, { event, tool, prompt }: Wish): boolean {
  if (isIssue(decoded) || decoded.name !== event) return false
  if (tool !== undefined && decoded.tool?.name !== tool.name) return false
  return prompt === undefined || decoded.prompt === prompt
}
