import type { Issue } from '../../core/issue.ts'
import { isIncluded, unusedSelectors, type ProjectHooks, type Wish } from './choose.ts'
import { selects, selectsProject } from './selectors.ts'

export type Wanted = { readonly projects: readonly ProjectHooks[]; readonly warnings: readonly Issue[] }

/** Hooks somebody asked for, at whatever stage they run; those to skip are left out. */
export function wantedHooks(projects: readonly ProjectHooks[], wish: Wish): Wanted {
  const { stage, skip } = wish
  const isSkipped = (path: string, hook: ProjectHooks['hooks'][number]): boolean =>
    skip.some((selector) => selectsProject(selector, path) || selects(selector, path, hook))
  return {
    projects: projects.map(({ path, hooks }) => ({
      path,
      hooks: hooks.filter(
        (hook) =>
          isIncluded(path, hook, wish) &&
          !isSkipped(path, hook) &&
          (stage === undefined || hook.stages.includes(stage)),
      ),
    })),
    warnings: unusedSelectors(projects, wish),
  }
}
