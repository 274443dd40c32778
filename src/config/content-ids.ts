import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Places } from '../dialects/dialect.ts'
import { isPosition, whereOf } from './former-id.ts'
import { digestAnywhere } from './meaning.ts'

/** Enough to tell the hooks of a person apart, and short enough to type. */
const LENGTH = 8

/** What a reader found, with ids that do not move when somebody inserts another hook. */
export type WithIds = {
  readonly hooks: readonly Hook[]
  /** Names the same hooks by the ids they have now. */
  readonly renamed: (problem: Issue) => Issue
}

/**
 * Gives each hook whose file has no name for it the id `SOURCE:EVENT:DIGEST`, by what it does. Readers know where it
 * stands, and that is no id: with a hook before it, `disable` would be about another one. Equal hooks get a number.
 */
export function withContentIds(hooks: readonly Hook[], places: Places): WithIds {
  const seen = new Map<string, number>()
  const ids = new Map<string, string>()
  const uses = countUses(hooks)
  const found = hooks.map((hook) => {
    const pack = packId(hook)
    if (pack === undefined && !isPosition(hook)) return hook
    const digest = (): string => digestAnywhere(hook, foldersOf(hook, places)).slice(0, LENGTH)
    const isOnly = pack !== undefined && uses.get(pack) === 1
    const id = isOnly
      ? pack
      : pack === undefined
        ? `${whereOf(hook.id) ?? ''}:${digest()}`
        : `${pack}-${digest()}`
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    const free = count === 1 ? id : `${id}@${count}`
    ids.set(hook.id, free)
    return { ...hook, id: free }
  })
  const renamed = (problem: Issue): Issue => {
    const { hook: was = '' } = problem.place
    const id = ids.get(was)
    if (id === undefined) return problem
    return { ...problem, message: problem.message.replaceAll(was, id), place: { ...problem.place, hook: id } }
  }
  return { hooks: found, renamed }
}

/** The name of its pack says more than a digest, and stays the same when an option changes. */
function packId({ id, handler }: Hook): string | undefined {
  return handler.type === 'pack' && id.includes(':') ? `${whereOf(id) ?? ''}:${handler.name}` : undefined
}

/** Several uses of a pack on one event need the digest too: another order must not give one the id of the other. */
function countUses(hooks: readonly Hook[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const id of hooks.map(packId)) if (id !== undefined) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

/** The same hook has the same id in every checkout, on every machine and from every folder of the project. */
function foldersOf(
  { source: { owner, pack } }: Hook,
  { projectDir, startDir, home }: Places,
): readonly string[] {
  return [owner?.root ?? '', pack?.root ?? '', startDir, projectDir, home]
    .filter((folder) => folder.length > 1)
    .toSorted((a, b) => b.length - a.length)
}
