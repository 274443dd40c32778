import { emptyVerdict, type Reply } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { specFor } from './event-table.ts'
import { reasonOf } from './phrases.ts'
import type { HookContract } from './profile.ts'
import { encodeReply } from './reply.ts'
import { isObject, type JsonObject } from './shape.ts'
import { clean } from './text.ts'

type Spoken = Pick<HookContract, 'events' | 'wire'>
type Named = Pick<Event, 'name'> & Partial<Event>

/**
 * Returns the body that means over HTTP what a reply means as stdout, stderr and exit code of a command. The host reads
 * nothing but a JSON object there: no status refuses anything, and text is no context.
 */
export function encodeHttp(event: Named, { stdout, stderr, exitCode }: Reply, profile: Spoken): string {
  const spec = specFor(profile.events, event)
  const document = objectIn(stdout)
  if (exitCode === 2) return JSON.stringify({ ...document, ...exit2(event, { spec, stderr, profile }) })
  if (document !== undefined) return stdout.trim()
  return JSON.stringify(exitCode === 0 ? plainText(spec, stdout.trim()) : {})
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

type Exit2 = { readonly spec: ClaudeEventSpec; readonly stderr: string; readonly profile: Spoken }

/**
 * A no where the event has one, also where the host ignores the exit code and listens to JSON alone. Elsewhere stderr
 * is a text for the person at most.
 */
function exit2(event: Named, { spec, stderr, profile }: Exit2): JsonObject {
  const reason = clean(stderr).trim()
  if (!spec.decisions.includes('deny')) {
    const isShown = spec.exit2 === 'message' && !spec.discards.includes('systemMessage') && reason !== ''
    return isShown ? { systemMessage: reason } : {}
  }
  const verdict = { ...emptyVerdict, decision: 'deny', reason } as const
  const { stdout } = encodeReply(event, verdict, profile)
  // What a common reader takes for a no on every event; side events have no other no from a server.
  const isBlock = spec.denyBy === 'exit-2' || spec.reader === 'side'
  return { ...(isBlock && { decision: 'block', reason: reasonOf(verdict) }), ...objectIn(stdout) }
}

function plainText(spec: ClaudeEventSpec, text: string): JsonObject {
  if (text === '') return {}
  const { output = {} } = spec
  if (spec.stdout === 'path') return specific(spec, { worktreePath: lastLine(text) })
  const isContext = spec.stdout === 'context' && Object.hasOwn(output, 'additionalContext')
  return isContext ? specific(spec, { additionalContext: text }) : {}
}

function specific(spec: ClaudeEventSpec, fields: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName: nativeOf(spec), ...fields } }
}

function lastLine(text: string): string {
  return text.split('\n').at(-1)?.trim() ?? text
}
