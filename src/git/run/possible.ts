import type { Wish } from './choose.ts'
import { selects, selectsProject } from './selectors.ts'

/** What a config file alone tells about a hook; its manifest may add an alias. */
type Named = { readonly id: string; readonly alias?: string; readonly groups?: readonly string[] }

/** Whether a hook may run, judged before its repository is fetched. */
export function isPossible(wish: Wish, project: string, { id, alias = '', groups = [] }: Named): boolean {
  const isSkipped = wish.skip.some((selector) => selects(selector, project, { id, alias }))
  const isIn = (group: string): boolean =>
    group === '@ungrouped' ? groups.length === 0 : groups.includes(group)
  return (
    !isSkipped &&
    (wish.groups.length === 0 || wish.groups.some(isIn)) &&
    wish.requireGroups.every(isIn) &&
    !wish.noGroups.some(isIn)
  )
}

/** A project nobody asked for is not even read, so that its mistakes are nobody's problem. */
export function isProjectPossible({ include, skip }: Wish, project: string): boolean {
  if (skip.some((selector) => selectsProject(selector, project))) return false
  return (
    include.length === 0 ||
    include.some(
      (selector) =>
        selector.project === undefined || selector.project === project || selectsProject(selector, project),
    )
  )
}
