import type { Event } from '../core/event.ts'
import { didYouMean } from '../core/suggest.ts'
import { canonicalEvent } from '../dialects/canonical.ts'
import { EVENT_HOSTS } from '../dialects/event-hosts.ts'
import { canonicalHint } from '../dialects/event-native.ts'
import { isObject, refuseNoText, shown } from '../core/argument.ts'

/** The canonical name of every event that some host has. */
export const KNOWN_EVENTS: readonly string[] = Object.keys(EVENT_HOSTS)

/** Throws for a name that is nearly one of the known events: a hook for it would never run. */
export function refuseMisspelt(name: string, known: readonly string[] = KNOWN_EVENTS): void {
  if (known.includes(name)) return
  const hint = canonicalHint(name) ?? didYouMean(name, known)
  if (hint !== undefined) throw new TypeError(`"${name}" is not a known event. ${hint}`)
}

/** Throws for a matcher on an event of the program's own: there it would match always. */
export function refuseOwnEvent(name: string): void {
  if (KNOWN_EVENTS.includes(name)) return
  const problem = `"${name}" has no \`matcher\`: nothing says what it would be tested on.`
  throw new TypeError(`${problem} Look at the fields in the hook.`)
}

/** Returns a check of what a program calls an event: its name, and that every part of it is a part of events. */
export function createEventCheck(): (input: unknown) => void {
  // On every dispatch, so one look-up is all the name costs.
  const accepted = new Set(KNOWN_EVENTS)
  return (input) => {
    const name = isObject(input) ? input['name'] : undefined
    if (typeof name !== 'string' || !accepted.has(name)) {
      refuseNoText('The `name` of an event', name)
      // A newer release of a host may have events that are not known here.
      if (isFromHost(input as object)) return
      refuseMisspelt(name)
      if (accepted.size < MOST_NAMES) accepted.add(name)
    }
    refuseUnknownParts(input as Readonly<Record<string, unknown>>)
  }
}

/** True for an event that a dialect decoded from the payload of a host: it is complete, and a program wrote none of it. */
export function isFromHost(input: { readonly payload?: unknown }): boolean {
  return input.payload !== undefined
}

/** A program that makes up names without end must not fill the memory with them. */
const MOST_NAMES = 1_000

const PARTS: Readonly<Record<keyof Event, true>> = {
  name: true,
  native: true,
  host: true,
  cwd: true,
  projectDir: true,
  at: true,
  sessionId: true,
  transcriptPath: true,
  permissionMode: true,
  agent: true,
  tool: true,
  prompt: true,
  fields: true,
  messages: true,
  issues: true,
  payload: true,
}

/** A field beside `fields` would reach no hook and no matcher. */
function refuseUnknownParts(input: Readonly<Record<string, unknown>>): void {
  for (const part in input)
    if (!Object.hasOwn(PARTS, part) && input[part] !== undefined) throw unknownPart(part)
  const { name, fields } = input as { name: string; fields?: unknown }
  if (fields !== undefined && !isObject(fields))
    throw new TypeError(`The \`fields\` of ${name} must be an object, not ${shown(fields)}.`)
}

function unknownPart(part: string): TypeError {
  const hint = didYouMean(part, Object.keys(PARTS))
  const next = hint === undefined ? '; put it into `fields`.' : `. ${hint}`
  return new TypeError(`"${part}" is not a part of an event${next}`)
}

/**
 * Throws for a known event that lacks what its matchers look at: a matcher with nothing to look at counts as matching,
 * so every hook of the event would run. The arguments of a tool may be missing.
 */
export function checkSubject(event: Event): void {
  const subject = canonicalEvent(event.name)?.subject
  if (subject === undefined) return
  if (subject === 'tool') checkTool(event)
  else checkField(event, subject.field)
}

function checkTool({ name: event, tool }: Event): void {
  if (!isObject(tool)) throw new TypeError(`${event} needs the tool it is about: \`tool: { name, input }\`.`)
}

function checkField({ name: event, fields }: Event, field: string): void {
  const value = fields[field]
  if (value === undefined || value === null || typeof value === 'string') return
  const what = field === 'agent_type' ? 'The `agent.type`' : `The field "${field}"`
  throw new TypeError(`${what} of ${event} must be a text, not ${shown(value)}.`)
}
