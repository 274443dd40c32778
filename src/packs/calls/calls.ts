import type { CallPart, Event } from '../../core/event.ts'

/** A text somewhere in the arguments of a call. */
export type Argument = {
  /** Name of the argument that holds it; in lists, that of the list; in objects, the innermost one. */
  readonly key: string
  /** Names and indexes on the way to it, such as `edits.0.new_string`. */
  readonly path: string
  /** The text. */
  readonly text: string
}

/** More values than this are not looked at; `isBeyondBounds` tells. */
const MOST_VALUES = 20_000

/** Returns the calls that an event consists of: a patch of several files is several. Empty: the event has no tool. */
export function callsOf({ tool }: Pick<Event, 'tool'>): readonly CallPart[] {
  if (tool === undefined) return []
  const parts = tool.parts ?? []
  if (parts.length === 0) return [tool]
  // What stands beside the parts, such as the text of a patch, belongs to no part.
  return tool.name === 'Bash' || tool.name === 'PowerShell' ? [tool, ...parts] : parts
}

/** True when a call has so many arguments that not all of them are looked at; it can then not be called harmless. */
export function isBeyondBounds(event: Pick<Event, 'tool'>): boolean {
  return callsOf(event).some(({ input }) => walk(input, () => true) > MOST_VALUES)
}

/** Returns every text in the arguments of a call, in their order. */
export function argumentsIn(input: unknown): readonly Argument[] {
  const found: Argument[] = []
  walk(input, (argument) => found.push(argument))
  return found
}

type Pending = { readonly value: unknown; readonly key: string; readonly path: string }

/** Returns how many values it saw. */
function walk(input: unknown, take: (argument: Argument) => unknown): number {
  const pending: Pending[] = [{ value: input, key: '', path: '' }]
  let seen = 0
  for (let next = pending.pop(); next !== undefined && seen++ <= MOST_VALUES; next = pending.pop()) {
    const { value, key, path } = next
    if (typeof value === 'string') take({ key, path, text: value })
    if (typeof value === 'object' && value !== null) pending.push(...within(value, next).toReversed())
  }
  return seen
}

function within(value: object, { key, path }: Pending): readonly Pending[] {
  const isList = Array.isArray(value)
  return Object.entries(value)
    .slice(0, MOST_VALUES + 1)
    .map(([name, each]) => ({
      value: each,
      key: isList ? key : name,
      path: path === '' ? name : `${path}.${name}`,
    }))
}
