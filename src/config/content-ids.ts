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
  const found = hooks.map((hook) => {
    if (!isPosition(hook)) return hook
    const id = `${whereOf(hook.id) ?? ''}:${digestAnywhere(hook, foldersOf(hook, places)).slice(0, LENGTH)}`
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

/** The same hook has the same id in every checkout, on every machine and from every folder of the project. */
function foldersOf({ source: { owner } }: Hook, { projectDir, startDir, home }: Places): readonly string[] {
  return [owner?.root ?? '', startDir, projectDir, home]
    .filter((folder) => folder.length > 1)
    .toSorted((a, b) => b.length - a.length)
}
