import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { warning, type Issue } from '../../core/issue.ts'
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
  /** Keys of environments that configs we cannot read may need. */
  readonly envs: ReadonlySet<string>
}

type Made = StoreRecord & { readonly madeAt: number }

/** What is complete in the store, by key. */
export type StoreRecords = {
  readonly repos: ReadonlyMap<string, Made>
  readonly envs: ReadonlyMap<string, Made>
}

export type UsesContext = { readonly records: StoreRecords; readonly now: number }

/** A config that exists and is broken is an issue; what its text may mean is in use all the same. */
export function usesOf(
  configs: readonly string[],
  { records, now }: UsesContext,
): { readonly uses: Uses; readonly issues: readonly Issue[] } {
  const read = configs.map(readOne)
  const known = read.flatMap(({ config }) => config ?? [])
  const broken = read.filter(({ config }) => config === undefined)
  const mayUse = (record: Made): boolean => broken.some((one) => mayMean(one, record, now))
  const possible = (made: StoreRecords['repos']): readonly string[] =>
    [...made].filter(([, record]) => mayUse(record)).map(([key]) => key)
  const named = new Set(known.flatMap(reposOf))
  const repos = new Set([...named, ...pinnedOf(named, records), ...possible(records.repos)])
  const local = new Set(known.flatMap(localOf))
  const uses = { repos, local, envs: new Set(possible(records.envs)) }
  return { uses, issues: broken.map(unknownUse) }
}

/** An environment of a remote hook is kept as long as its repository is. */
export function isEnvUsed(key: string, { facts }: StoreRecord, { repos, local, envs }: Uses): boolean {
  const { repo, language, declared } = facts
  if (repo !== 'local') return repos.has(String(repo))
  return envs.has(key) || local.has(localMark(language, declared))
}

function reposOf({ repos, file }: GitConfig): readonly string[] {
  return repos.flatMap((repo) =>
    repo.kind === 'remote' ? [repoKey(resolveUrl(repo.url, dirname(file)), repo.rev)] : [],
  )
}

/** Clones of approved commits: a config names their `rev`, only the approvals know which commits. */
function pinnedOf(named: ReadonlySet<string>, { repos }: StoreRecords): readonly string[] {
  const isNamed = ({ facts: { url, rev } }: Made): boolean => named.has(repoKey(String(url), String(rev)))
  return [...repos].flatMap(([key, record]) => (isNamed(record) ? [key] : []))
}

function localOf({ repos }: GitConfig): readonly string[] {
  const hooks = repos.flatMap((repo) => (repo.kind === 'local' ? repo.hooks : []))
  return hooks.map(({ options }) => localMark(options.language, options.additionalDependencies ?? []))
}

function localMark(language: unknown, dependencies: unknown): string {
  return JSON.stringify([language, dependencies])
}

type Read = { readonly file: string; readonly config?: GitConfig; readonly text?: string }

function readOne(file: string): Read {
  try {
    const text = readFileSync(file, 'utf8')
    const { config } = readGitConfig(text, file, KNOWN)
    return { file, text, ...(config && { config }) }
  } catch {
    return { file }
  }
}

const RECENT_MS = 30 * 24 * 3_600_000

/** A broken text still names what it uses; of one that nobody can open only the recent may be in use. */
function mayMean({ text }: Read, { facts, madeAt }: Made, now: number): boolean {
  if (text === undefined) return now - madeAt < RECENT_MS
  const { url, rev, language, declared } = facts
  const words = typeof url === 'string' ? [basename(url), rev] : [language, ...listOf(declared)]
  return words.every((word) => typeof word === 'string' && text.includes(word))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function unknownUse({ file, text }: Read): Issue {
  const kept =
    text === undefined ? 'nothing of the last 30 days is removed' : 'what may be named in it is not removed'
  return warning('gc.config', { file }, `"${file}" cannot be read; ${kept}.`)
}
