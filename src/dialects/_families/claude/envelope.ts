import { isObject, type JsonObject } from './shape.ts'

/** Translates payloads between a host and the contract. */
export type Envelope = {
  /** Keys under which payloads may name their event, besides that of the contract. */
  readonly nameKeys: readonly string[]
  /** Returns a payload of the host under the keys of the contract. */
  read(wire: JsonObject): JsonObject
  /** Returns a payload of the contract under the keys of the host. */
  write(wire: JsonObject): JsonObject
}

/** How the payloads of a host are written. */
type EnvelopeForm = {
  /** The host's keys, by those of the contract. */
  readonly keys?: Readonly<Record<string, string>>
  /** Keys of other releases, with those of the contract; read where the contract's own is absent. */
  readonly otherKeys?: Readonly<Record<string, string>>
  /** Keys of the host besides those of the contract: a payload has both. */
  readonly copies?: Readonly<Record<string, string>>
  /** Key with a list of folders. The first is the working directory; the list stays a field. */
  readonly folders?: string
  /** Other names of events in payloads, with the native name. */
  readonly eventNames?: Readonly<Record<string, string>>
  /** The response of a tool is one text. */
  readonly textResponse?: true
  /** Keys that hold a text, or the text in pieces of a list. */
  readonly pieces?: readonly string[]
}

export function envelopeOf(form: EnvelopeForm): Envelope {
  const own = Object.entries(form.keys ?? {}).map(([key, native]) => [native, key] as const)
  const copies = Object.entries(form.copies ?? {}).map(([key, native]) => [native, key] as const)
  const reading = [...own, ...copies, ...Object.entries(form.otherKeys ?? {})]
  const nameKeys = reading.filter(([, key]) => key === NAME).map(([native]) => native)
  return {
    nameKeys,
    read: (wire) => withName(withPieces(withFolder(renamed(wire, reading), form), form), form),
    write(wire) {
      const named = renamed(withTextResponse(wire, form), Object.entries(form.keys ?? {}))
      return withCopies(withFolders(named, form), form)
    },
  }
}

const NAME = 'hook_event_name'

/** A key that is there already keeps its value, and the other stays beside it. */
function renamed(wire: JsonObject, moves: readonly (readonly [from: string, to: string])[]): JsonObject {
  const taken = new Set<string>()
  const found = moves.filter(([from, to]) => {
    const isFree = Object.hasOwn(wire, from) && isAbsent(wire, to) && !taken.has(to)
    if (isFree) taken.add(to)
    return isFree
  })
  if (found.length === 0) return wire
  const names = new Map(found)
  const kept = Object.entries(wire).filter(([key]) => !taken.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [names.get(key) ?? key, value]))
}

/** In a copy of it, the name of the event is the one that payloads of the host have. */
function withCopies(wire: JsonObject, { copies = {}, eventNames = {} }: EnvelopeForm): JsonObject {
  const found = Object.entries(copies).filter(([key]) => wire[key] !== undefined)
  if (found.length === 0) return wire
  const written = Object.entries(eventNames).find(([, native]) => native === wire[NAME])?.[0]
  const copied = found.map(([key, native]) => [native, key === NAME ? (written ?? wire[key]) : wire[key]])
  return { ...wire, ...Object.fromEntries(copied) }
}

function isAbsent(wire: JsonObject, key: string): boolean {
  return !Object.hasOwn(wire, key) || wire[key] === null || wire[key] === undefined
}

function withFolder(wire: JsonObject, { folders }: EnvelopeForm): JsonObject {
  const listed = folders === undefined ? undefined : wire[folders]
  const [first] = Array.isArray(listed) ? (listed as readonly unknown[]) : []
  return typeof first === 'string' && isAbsent(wire, 'cwd') ? { ...wire, cwd: first } : wire
}

function withFolders(wire: JsonObject, { folders }: EnvelopeForm): JsonObject {
  const { cwd, ...rest } = wire
  if (folders === undefined || cwd === undefined) return wire
  return isAbsent(wire, folders) ? { ...rest, [folders]: [cwd] } : rest
}

function withName(wire: JsonObject, { eventNames }: EnvelopeForm): JsonObject {
  const name = wire[NAME]
  if (eventNames === undefined || typeof name !== 'string' || !Object.hasOwn(eventNames, name)) return wire
  return { ...wire, [NAME]: eventNames[name] }
}

/** Pieces that are not text, such as images, are left out. */
function withPieces(wire: JsonObject, { pieces = [] }: EnvelopeForm): JsonObject {
  const found = pieces.filter((key) => Array.isArray(wire[key]))
  if (found.length === 0) return wire
  return {
    ...wire,
    ...Object.fromEntries(found.map((key) => [key, joined(wire[key] as readonly unknown[])])),
  }
}

function joined(pieces: readonly unknown[]): string {
  const texts = pieces.map((piece) => (isObject(piece) ? piece['text'] : piece))
  return texts.filter((text) => typeof text === 'string').join('\n')
}

function withTextResponse(wire: JsonObject, { textResponse }: EnvelopeForm): JsonObject {
  const { tool_response: response } = wire
  if (!textResponse || response === undefined || typeof response === 'string') return wire
  return { ...wire, tool_response: JSON.stringify(response) }
}
