import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

export type GitHooks = {
  /** The config of the git hooks, such as `.pre-commit-config.yaml`; undefined: there is none. */
  readonly config: string | undefined
  /** Hooks that git would start, by their name. */
  readonly hooks: readonly {
    readonly type: string
    readonly by: 'hookwright' | 'another program' | 'nobody'
    /** Why git does not start a hook of ours that is installed. */
    readonly idle?: string
  }[]
  readonly problem?: string
}

/** Whether git calls us. Undefined `git`: the folder is not in a repository. */
export function gitSection(git: GitHooks | undefined): Section {
  return { title: 'Git hooks', findings: git === undefined ? [] : findingsOf(git) }
}

const MEND = 'hookwright git install'

function findingsOf({ config, hooks, problem: trouble }: GitHooks): readonly Finding[] {
  if (trouble !== undefined) return [problem('git', trouble, MEND)]
  if (config === undefined) return [ok('git', 'no git hooks are configured')]
  return hooks.map(({ type, by, idle }) => {
    // To install was to agree to what the config says.
    if (idle !== undefined) return stopsGuard(problem(type, `${config} does not run: ${idle}`, MEND))
    if (by === 'hookwright') return ok(type, `runs ${config}`)
    if (by === 'another program') return note(type, 'a hook of another program is installed', MEND)
    return problem(type, `${config} has hooks, and git does not start them`, MEND)
  })
}
