import { relative } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { GitConfig } from '../config/config.ts'
import type { GitHook } from '../contracts/model.ts'
import { nameBelow } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { filterPaths } from '../select/filter.ts'
import type { Chosen, Named } from './choose.ts'
import type { Candidates } from './input.ts'

/** A folder with a config file of its own. */
export type Project = {
  /** From the workspace root; empty: the root itself. */
  readonly path: string
  readonly dir: string
  readonly config: GitConfig
  /** None where nobody asked for the project. */
  readonly hooks: readonly GitHook[]
  readonly mentioned: readonly Named[]
}

/** A project with those of its hooks that somebody chose. */
export type Planned = {
  readonly project: Project
  readonly path: string
  readonly hooks: readonly Chosen[]
}

/** The folder as names of files have it: empty, or ending in a slash. */
export function prefixOf(git: Git, dir: string): string {
  const name = nameBelow(git.root, dir)
  return name === '' ? '' : `${name}/`
}

/** Files of a project, from its folder. An orphan's are nobody else's. */
export function filesOf(
  project: Project,
  all: readonly Project[],
  { git, candidates }: { readonly git: Git; readonly candidates: Candidates },
): readonly string[] {
  if (candidates.isMessage)
    return candidates.names.map((name) => relative(project.dir, `${git.root}/${name}`))
  const prefix = prefixOf(git, project.dir)
  const orphans = all
    .filter((each) => each.config.orphan === true && each.dir !== project.dir)
    .map((each) => prefixOf(git, each.dir))
    .filter((each) => each.startsWith(prefix))
  const below = prefix === '' ? candidates.names : namesBelow(candidates.names, prefix)
  const own = orphans.length === 0 ? below : below.filter((name) => !isOrphaned(`${prefix}${name}`, orphans))
  return filterPaths(own, project.config)
}

function namesBelow(names: readonly string[], prefix: string): readonly string[] {
  return names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
}

function isOrphaned(name: string, orphans: readonly string[]): boolean {
  return orphans.some((orphan) => name.startsWith(orphan))
}

/** Deepest first; those of one depth stand side by side. */
export function byDepth<T extends { readonly path: string }>(
  projects: readonly T[],
): readonly (readonly T[])[] {
  const levels = new Map<number, T[]>()
  for (const project of projects) {
    const depth = project.path === '' ? 0 : project.path.split('/').length
    const level = levels.get(depth)
    if (level) level.push(project)
    else levels.set(depth, [project])
  }
  return [...levels]
    .toSorted(([a], [b]) => b - a)
    .map(([, level]) => level.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
}

/** The first issue of several results, or all of them. */
export function allOrIssue<T>(results: readonly (T | Issue)[]): readonly T[] | Issue {
  const problem = results.find(isIssue)
  return problem ?? (results as readonly T[])
}
