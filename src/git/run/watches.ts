import type { Git } from '../contracts/git.ts'
import { watchWorkTree, type WorkTreeWatch } from '../worktree/modified.ts'
import type { Chosen } from './choose.ts'
import { byDepth, type Planned, type Project } from './projects.ts'

/** What looking at a work tree takes. */
export type Watching = {
  readonly git: Git
  /** It is as it is staged. */
  readonly isClean: boolean
  readonly isDryRun: boolean
  readonly scratchDir: string
}

/** Looks at the projects that run first while files are still being chosen; the others change before their turn. */
export function watchFirst(
  planned: readonly Planned[],
  watching: Watching,
): ReadonlyMap<Project, WorkTreeWatch> {
  const [first = []] = byDepth(planned)
  return new Map(first.map((each) => [each.project, startWatch(each, watching)]))
}

export function startWatch({ project, hooks }: Planned, watching: Watching): WorkTreeWatch {
  const { git, isClean, isDryRun, scratchDir } = watching
  const looks = new Set(hooks.filter(mayStart).map(({ hook }) => hook.priority)).size
  const listening = looks > WORTH_LISTENING && { listenIn: scratchDir }
  const watch = watchWorkTree(git, project.dir, { isClean, ...listening })
  if (looks > 0 && !isDryRun) void watch.begin()
  return watch
}

/** With fewer looks git is as fast. */
const WORTH_LISTENING = 2

/** Hooks inside this process tell themselves what they wrote. */
function mayStart({ hook: { repo, language }, isSkipped }: Chosen): boolean {
  const isOurs = repo.kind === 'meta' || repo.kind === 'builtin'
  return !isSkipped && !isOurs && language !== 'fail' && language !== 'pygrep'
}
