import * as path from 'node:path'
import type { Event, ToolCall } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import { matchAll } from '../core/matcher.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { lastValue, UsageError, type ParsedArgs } from './args.ts'

/** A payload made from options, exactly as the host would send it. */
export type MadePayload = {
  readonly bytes: Uint8Array
  /** Native name of its event, for hosts whose payloads do not name it. */
  readonly event: string
}

/** The session of every payload that is made here. */
export const MADE_SESSION = 'made-by-hookwright'

/** What a payload is to tell of, in canonical names. */
export type Wish = { readonly event: string; readonly tool?: ToolCall; readonly prompt?: string }

/** Makes the payload that `--tool`, `--command`, `--edit`, `--write`, `--read` or `--prompt` describe, in the wire of the host. */
export async function makePayload(args: ParsedArgs, dialect: Dialect, cwd: string): Promise<MadePayload> {
  const wish = wishOf(args, dialect, cwd)
  const made = await payloadOf(wish, nativesOf(wish.event, args, dialect), { dialect, cwd })
  if (made === undefined) throw new UsageError(cannotSay(wish, dialect))
  return made
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

/** The first of several options that name what happens. */
export function wishOf(args: ParsedArgs, dialect: Dialect, cwd: string): Wish {
  const prompt = lastValue(args, 'prompt')
  const tool = toolOf(args, cwd)
  if (prompt !== undefined && tool !== undefined)
    throw new UsageError(`--prompt and --${tool.option} are two events; give one.`)
  const event =
    canonicalName(lastValue(args, 'event'), dialect) ??
    (prompt === undefined ? 'PreToolUse' : 'UserPromptSubmit')
  return { event, ...(prompt !== undefined && { prompt }), ...(tool && { tool: tool.call }) }
}

/** `--event` takes the host's own spelling and the canonical one. */
function canonicalName(event: string | undefined, { events }: Dialect): string | undefined {
  return event === undefined ? undefined : (events[event]?.event ?? event)
}

/** What each option says about a call. */
const CALLS: Readonly<
  Record<string, (value: string, cwd: string) => { tool: string; input: ToolCall['input'] }>
> = {
  command: (command) => ({ tool: 'Bash', input: { command } }),
  edit: (file, cwd) => ({
    tool: 'Edit',
    input: { file_path: path.resolve(cwd, file), old_string: 'old', new_string: 'new' },
  }),
  write: (file, cwd) => ({
    tool: 'Write',
    input: { file_path: path.resolve(cwd, file), content: 'content' },
  }),
  read: (file, cwd) => ({ tool: 'Read', input: { file_path: path.resolve(cwd, file) } }),
}

function toolOf(
  args: ParsedArgs,
  cwd: string,
): { readonly option: string; readonly call: ToolCall } | undefined {
  const given = Object.keys(CALLS).filter((name) => args.options.has(name))
  const [option, other] = given
  if (other !== undefined) throw new UsageError(`--${option} and --${other} are two calls; give one.`)
  const named = lastValue(args, 'tool')
  const said = option === undefined ? undefined : CALLS[option]?.(lastValue(args, option) ?? '', cwd)
  const tool = named ?? said?.tool
  if (tool === undefined) return undefined
  return { option: option ?? 'tool', call: callOf(tool, said?.input ?? {}) }
}

/** A call under its canonical name. */
export function callOf(tool: string, input: ToolCall['input']): ToolCall {
  return { name: tool, nativeName: tool, input, nativeInput: input, useId: 'call-1' }
}

/** The event's native names, the one that was asked for alone if `--event` is one. */
function nativesOf(name: string, args: ParsedArgs, { events }: Dialect): readonly string[] {
  const asked = lastValue(args, 'event')
  if (asked !== undefined && Object.hasOwn(events, asked) && events[asked]?.event !== asked) return [asked]
  return nativesFor(name, { events })
}

/** All names that the host has for a canonical event. */
export function nativesFor(name: string, { events }: Pick<Dialect, 'events'>): readonly string[] {
  return Object.entries(events)
    .filter(([, spec]) => spec.event === name)
    .map(([native]) => native)
}

function eventOf({ event: name, tool, prompt }: Wish, native: string, cwd: string): Event {
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
    fields: {},
    ...(tool && { tool: isAfter ? { ...tool, response: {} } : tool }),
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

function cannotSay({ event, tool }: Wish, { title, events }: Dialect): string {
  const known = [...new Set(Object.values(events).map((spec) => spec.event))]
  if (!known.includes(event)) return `${title} has no event "${event}"; it has: ${known.join(', ')}.`
  const what = tool === undefined ? event : `${event} with the tool "${tool.name}"`
  return `${title} has no payload for ${what} that options could make; pass it as JSON.`
}
