import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { KNOWN } from '../config/known.ts'
import type { GitConfig } from '../config/config.ts'
import { readGitConfig } from '../config/read-config.ts'
import type { StoreRecord } from './obtain.ts'
import { repoKey, resolveUrl } from './remote.ts'

/** What configs need of the store. */
export type Uses = {
  /** Keys of clones. */
  readonly repos: ReadonlySet<string>
  /** Languages of local hooks with the dependencies they list. */
  readonly local: ReadonlySet<string>
}

/** An issue for a config that exists and cannot be read: nobody knows what it uses. */
export function usesOf(configs: readonly string[]): {
  readonly uses: Uses
  readonly issues: readonly Issue[]
} {
  const read = configs.map(readOne)
  const known = read.flatMap((each) => (isIssue(each) ? [] : [each]))
  const repos = new Set(known.flatMap((config) => reposOf(config)))
  const local = new Set(known.flatMap((config) => localOf(config)))
  return { uses: { repos, local }, issues: read.filter(isIssue) }
}

/** An environment of a remote hook is kept as long as its repository is. */
export function isEnvUsed({ facts }: StoreRecord, { repos, local }: Uses): boolean {
  const { repo, language, declared } = facts
  return repo === 'local' ? local.has(localMark(language, declared)) : repos.has(String(repo))
}

function reposOf({ repos, file }: GitConfig): readonly string[] {
  return repos.flatMap((repo) =>
    repo.kind === 'remote' ? [repoKey(resolveUrl(repo.url, dirname(file)), repo.rev)] : [],
  )
}

function localOf({ repos }: GitConfig): readonly string[] {
  const hooks = repos.flatMap((repo) => (repo.kind === 'local' ? repo.hooks : []))
  return hooks.map(({ options }) => localMark(options.language, options.additionalDependencies ?? []))
}

function localMark(language: unknown, dependencies: unknown): string {
  return JSON.stringify([language, dependencies])
}

function readOne(file: string): GitConfig | Issue {
  try {
    const { config, issues } = readGitConfig(readFileSync(file, 'utf8'), file, KNOWN)
    return config ?? unknownUse(file, issues[0]?.message ?? 'it is broken')
  } catch (error) {
    return unknownUse(file, (error as Error).message)
  }
}

function unknownUse(file: string, why: string): Issue {
  return warning(
    'gc.config',
    { file },
    `No clones and environments are removed, because "${file}" cannot be read: ${why}`,
    'Correct the file, or delete it.',
  )
}
