import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { nativeFor, specOf } from './event-table.ts'
import type { PayloadKeys } from './profile.ts'
import type { Speaker } from './reply.ts'

type Document = Readonly<Record<string, unknown>>

/** What a hook finds on stdin: the host's own bytes where it is calling, else the same built anew. */
export function encodeInput(event: Event, hook: Pick<Hook, 'native'>, speaker: Speaker): string | Uint8Array {
  if (event.payload?.wire === speaker.profile.name) return event.payload.bytes
  return JSON.stringify(toWire(event, hook, speaker))
}

/** The event under the host's keys. Absent values are left out, never null. */
function toWire(event: Event, { native }: Pick<Hook, 'native'>, speaker: Speaker): Document {
  const { keys, name } = speaker.profile
  const written = event.host === name ? event.native : nativeFor(speaker.profile, event, native)
  const call = event.tool && speaker.calls.encode(event.tool)
  const top = present({
    [keys.event]: written,
    ...at(keys.session, event.sessionId),
    ...at(keys.cwd, event.cwd),
    tool_name: call?.name,
    tool_input: call?.input,
  })
  const more = present({ ...event.fields, ...others(event, { keys, native: written, speaker }) })
  return keys.rest === undefined ? { ...more, ...top } : { ...top, [keys.rest]: more }
}

type Writing = { readonly keys: PayloadKeys; readonly native: string; readonly speaker: Speaker }

function others(event: Event, { keys, native, speaker }: Writing): Document {
  const { tool, prompt } = event
  return {
    ...at(keys.prompt, prompt),
    ...at(keys.useId, tool?.useId),
    ...at(keys.response, tool?.response ?? tool?.error),
    ...at(keys.about, aboutOf(event, { native, speaker })),
  }
}

/** What matchers of the host are tested against, where a key of its payloads holds it. */
function aboutOf(
  { name, tool, prompt }: Event,
  { native, speaker }: Pick<Writing, 'native' | 'speaker'>,
): unknown {
  const { implied } = specOf(speaker.profile, { name, native })
  if (implied === undefined) return tool === undefined ? prompt : speaker.calls.encode(tool).name
  return tool?.input[implied.argument]
}

function at(key: string | undefined, value: unknown): Document {
  return key === undefined ? {} : { [key]: value }
}

function present(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
