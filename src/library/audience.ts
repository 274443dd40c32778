import type { AgentScope, Audience } from '../core/hook.ts'
import { isObject, refuseNoText, shown } from '../core/argument.ts'

/** Whose events a hook sees. Nothing said: everybody's. */
export type AudienceOptions = {
  /** Events of this session only, its subagents included. The hook ends with the session's `SessionEnd`. */
  readonly sessionId?: string
} & (
  | {
      /**
       * `all` (default): the main thread and every subagent. `main`: events outside of subagents. `subagents`: events in
       * any of them. `{ id }`: events in this one.
       */
      readonly agent?: 'all' | AgentScope
      /** Not together with `agent`: use one of them. */
      readonly agentId?: never
    }
  | {
      /** Events in the subagent with this id only. Short for `agent: { id }`. */
      readonly agentId: string
      /** Not together with `agentId`: use one of them. */
      readonly agent?: never
    }
)

/** The names of these options, for checks of all options together. */
export const AUDIENCE = { sessionId: true, agent: true, agentId: true } as const

/** Returns the audience of a hook, nothing for everybody. Throws a TypeError for one that cannot be meant. */
export function readAudience(given: AudienceOptions): { readonly audience: Audience } | undefined {
  const { sessionId, agent, agentId } = given as { readonly [Key in keyof typeof AUDIENCE]?: unknown }
  if (sessionId !== undefined) refuseNoText('The `sessionId` of an audience', sessionId)
  if (agentId !== undefined) refuseNoText('The `agentId` of an audience', agentId)
  if (agent !== undefined && agentId !== undefined)
    throw new TypeError('An audience takes `agent` or `agentId`, not both.')
  const scope = agentId === undefined ? readAgent(agent) : { id: agentId }
  if (sessionId === undefined && scope === undefined) return undefined
  return {
    audience: { ...(sessionId !== undefined && { sessionId }), ...(scope !== undefined && { agent: scope }) },
  }
}

function readAgent(agent: unknown): AgentScope | undefined {
  if (agent === undefined || agent === 'all') return undefined
  if (agent === 'main' || agent === 'subagents') return agent
  const id = isObject(agent) ? agent['id'] : undefined
  if (typeof id === 'string' && id !== '') return { id }
  throw new TypeError(
    `The \`agent\` of an audience must be "all", "main", "subagents" or { id }, not ${shown(agent)}.`,
  )
}
