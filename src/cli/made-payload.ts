import * as path from 'node:path'
import type { ToolCall } from '../core/event.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { callOf, nativesFor, payloadOf, type MadePayload, type Wish } from '../dialects/made-payload.ts'
import { lastValue, UsageError, type ParsedArgs } from './args.ts'

/** Makes the payload that `--tool`, `--command`, `--edit`, `--write`, `--read` or `--prompt` describe, in the wire of the host. */
export async function makePayload(args: ParsedArgs, dialect: Dialect, cwd: string): Promise<MadePayload> {
  const wish = wishOf(args, dialect, cwd)
  const made = await payloadOf(wish, nativesOf(wish.event, args, dialect), { dialect, cwd })
  if (made === undefined) throw new UsageError(cannotSay(wish, dialect))
  return made
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

/** The event's native names, the one that was asked for alone if `--event` is one. */
function nativesOf(name: string, args: ParsedArgs, { events }: Dialect): readonly string[] {
  const asked = lastValue(args, 'event')
  if (asked !== undefined && Object.hasOwn(events, asked) && events[asked]?.event !== asked) return [asked]
  return nativesFor(name, { events })
}

function cannotSay({ event, tool }: Wish, { title, events }: Dialect): string {
  const known = [...new Set(Object.values(events).map((spec) => spec.event))]
  if (!known.includes(event)) return `${title} has no event "${event}"; it has: ${known.join(', ')}.`
  const what = tool === undefined ? event : `${event} with the tool "${tool.name}"`
  return `${title} has no payload for ${what} that options could make; pass it as JSON.`
}
