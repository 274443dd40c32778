import { issue, type Issue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { prepareShuffle } from '../select/shuffle.ts'
import { createTagger } from '../select/tagger.ts'
import type { WorkTreeWatch } from '../worktree/modified.ts'
import { bounded } from '../patterns/bounded.ts'
import { cancelled } from '../contracts/interrupted.ts'
import type { Candidates } from './input.ts'
import { matchAll, type Matches } from './matching.ts'
import { filesOf, prefixOf, type Planned, type Project } from './projects.ts'

/** Far more than any real config takes. */
const SELECTION_MS = 20_000

export type MatchContext = {
  readonly git: Git
  readonly candidates: Candidates
  readonly projects: readonly Project[]
  readonly watch: WorkTreeWatch
}

/** The files of every hook. Patterns come from a config and names from everybody: together they can take for ever. */
export async function matchInTime(
  { project, hooks }: Planned,
  context: MatchContext,
): Promise<Matches | Issue> {
  // While git still compares, and only where a hook gets names.
  if (hooks.some(({ hook, isSkipped }) => !isSkipped && hook.passFilenames !== false))
    prepareShuffle(context.candidates.names.length)
  const tagger = createTagger(project.dir, await plainFiles(project, context))
  const match = (): Matches => matchAll(hooks, { names: filesOf(project, context.projects, context), tagger })
  const rules = [project.config, ...hooks.map(({ hook }) => hook)]
  if (!rules.some(({ files, exclude }) => files ?? exclude)) return match()
  const found = bounded(match, { timeoutMs: SELECTION_MS })
  if (typeof found === 'object') return found.value
  return found === 'interrupted' ? cancelled() : tooSlow(project)
}

/** Where git has just found every tracked file as it is staged, the disk need not be asked what it is. */
async function plainFiles(
  project: Project,
  { git, candidates: { odd }, watch }: MatchContext,
): Promise<((name: string) => boolean) | undefined> {
  if (odd === undefined || !(await watch.wasClean())) return undefined
  if (odd.size === 0) return () => true
  const prefix = prefixOf(git, project.dir)
  return (name) => !odd.has(`${prefix}${name}`)
}

function tooSlow({ config }: Project): Issue {
  return issue(
    'pattern.too-slow',
    { file: config.file },
    `The patterns of "${config.file}" were still being tried on the names of files after ${SELECTION_MS / 1000} s.`,
    'Look for repeats inside repeats in `files` and `exclude`, such as `(a+)+`.',
  )
}
