import { issue, type Issue } from '../../core/issue.ts'
import type { Workspace } from '../repository/workspace.ts'
import { isInGroups, type Named, type Wish } from './choose.ts'
import { selects, selectsProject, type Selector } from './selectors.ts'

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

/** Selectors that leave no project are a mistake: nothing would run, without any message. */
export function noProject({ projects }: Pick<Workspace, 'projects'>, wish: Wish): Issue | undefined {
  if (projects.some(({ path }) => isProjectPossible(wish, path))) return undefined
  const isSelected = projects.some(({ path }) => isProjectPossible({ ...wish, skip: [] }, path))
  const message = isSelected
    ? `All projects of this workspace are skipped by ${quoted(wish.skip, `${wish.skipsFrom}=`)}.`
    : `No project of this workspace is selected by ${quoted(wish.include)}.`
  const names = projects.map(({ path }) => `\`${path === '' ? './' : `${path}/`}\``).toSorted()
  const hint = `The projects are ${names.join(', ')}; paths are read from the current directory.`
  return issue('selector.no-project', {}, message, hint)
}

function quoted(selectors: readonly Selector[], prefix = ''): string {
  return selectors.map(({ text }) => `\`${prefix}${text}\``).join(', ')
}
