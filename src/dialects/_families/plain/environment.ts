import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { nativeFor } from './event-table.ts'
import type { Speaker } from './reply.ts'

type Variables = Record<string, string | undefined>

/** Far below what a system takes as one variable: a longer one would keep the hook from starting. */
const LONGEST = 100_000

/** What the host sets for its hooks, as far as it can be known here. */
export function environment(event: Event, hook: Hook, { profile, calls }: Speaker): Variables {
  const names = profile.variables ?? {}
  const call = event.tool && calls.encode(event.tool)
  const isOwnHost = event.host === profile.name
  const facts: readonly (readonly [string | undefined, unknown])[] = [
    [names.event, isOwnHost ? event.native : nativeFor(profile, event, hook.native)],
    [names.session, event.sessionId],
    [names.cwd, event.cwd],
    [names.project, event.projectDir],
    [names.tool, call?.name],
    [names.prompt, event.prompt],
    [names.pluginRoot, hook.source.owner?.root],
    ...Object.entries(names.arguments ?? {}).map(([name, key]) => [name, call?.input[key]] as const),
  ]
  return { ...names.always, ...Object.fromEntries(facts.filter(isSettable)) }
}

/** A payload may hold any text. A variable with a NUL would keep the hook from starting, so it is left out. */
function isSettable(fact: readonly [string | undefined, unknown]): fact is readonly [string, string] {
  const [name, value] = fact
  return name !== undefined && typeof value === 'string' && value.length <= LONGEST && !value.includes('\0')
}
