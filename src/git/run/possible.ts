import { isInGroups, type Named, type Wish } from './choose.ts'
import { selects, selectsProject } from './selectors.ts'

/** Whether a hook may run, judged before its repository is fetched; its manifest may add an alias. */
export function isPossible(wish: Wish, project: string, hook: Named): boolean {
  const isSkipped = wish.skip.some((selector) => selects(selector, project, hook))
  return !isSkipped && isInGroups(hook.groups ?? [], wish)
}

/** The mistakes in a project nobody asked for are nobody's problem. */
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
