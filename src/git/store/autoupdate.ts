import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { withoutMark } from '../../config/parse.ts'
import { positionAt } from '../../config/position.ts'
import type { GitConfig, RemoteRepo } from '../config/config.ts'
import { isOwnFile } from '../config/own-file.ts'
import { editRev, frozenAt, type RevEdit } from './edit-rev.ts'
import { withReleases, type Releases } from './newest.ts'
import type { StoreContext } from './store.ts'
import { bestTag } from './tags.ts'
import { rulesFor, type Rules, type UpdateOptions } from './update-rules.ts'

/** What became of one repository of the config. */
export type RevUpdate = {
  readonly url: string
  readonly line: number
  readonly from: string
  /** The tag in the comment behind `from`. */
  readonly fromTag?: string
} & (
  | { readonly kind: 'updated'; readonly to: string; readonly toTag?: string }
  | { readonly kind: 'current' }
  | { readonly kind: 'failed'; readonly issue: Issue }
)

export type Updated = {
  /** The whole file; but for the `rev`s and their comments every byte is as it was. */
  readonly text: string
  readonly updates: readonly RevUpdate[]
  readonly issues: readonly Issue[]
}

type Input = { readonly text: string; readonly config: GitConfig; readonly options: UpdateOptions }

/** The newest release of every remote repository of a config. Nothing is written. */
export async function updateConfig(input: Input, context: StoreContext): Promise<Updated> {
  const { config, options } = input
  const remotes = config.repos.filter((repo) => repo.kind === 'remote')
  const wanted = remotes.filter(({ url }) => isWanted(url, options))
  const body = withoutMark(input.text)
  const urls = [...new Set(wanted.map(({ url }) => url))]
  const chosen = await Promise.all(
    urls.map((url) => chooseAll(url, wanted, { body, config, options, context })),
  )
  const choices = wanted
    .map((repo) => chosen.find((each) => each.has(repo))?.get(repo))
    .filter((each) => !!each)
  const { text, updates } = applyAll(body, choices, { comments: !isJsonFile(config.file) })
  const mark = input.text.slice(0, input.text.length - body.length)
  return { text: mark + text, updates, issues: unknownRepos(remotes, options) }
}

type Choosing = {
  readonly body: string
  readonly config: GitConfig
  readonly options: UpdateOptions
  readonly context: StoreContext
}

type Choice = { readonly repo: RemoteRepo; readonly update: RevUpdate }

/** One fetch serves all entries with the same URL. */
async function chooseAll(
  url: string,
  wanted: readonly RemoteRepo[],
  choosing: Choosing,
): Promise<ReadonlyMap<RemoteRepo, Choice>> {
  const repos = wanted.filter((repo) => repo.url === url)
  const choose = (releases: Releases) => Promise.all(repos.map((repo) => chooseOne(repo, releases, choosing)))
  const updates = await withReleases(url, choosing.context, choose)
  return new Map(
    repos.map((repo, index) => {
      const found = isIssue(updates) ? updates : (updates[index] ?? {})
      const base = baseOf(repo, choosing.body)
      const update: RevUpdate = isIssue(found)
        ? { ...base, kind: 'failed', issue: found }
        : outcome(base, found)
      return [repo, { repo, update }]
    }),
  )
}

type Target = { readonly to?: string; readonly toTag?: string }

async function chooseOne(repo: RemoteRepo, releases: Releases, choosing: Choosing): Promise<Target | Issue> {
  const { options, config } = choosing
  const rules = rulesFor(repo.url, config, options)
  const newest = options.bleedingEdge === true ? await tip(releases) : newestTag(releases, rules, repo.rev)
  if (isIssue(newest)) return newest
  if (newest === undefined) return {}
  const { commit, tag } = newest
  const isFrozen = rules.freeze || tag === undefined
  const target = { to: isFrozen ? commit : tag, ...(isFrozen && tag !== undefined && { toTag: tag }) }
  if (target.to === repo.rev) return target
  return (await missingHooks(repo, releases, { commit, to: target.to })) ?? target
}

type Newest = { readonly commit: string; readonly tag: string | undefined }

async function tip(releases: Releases): Promise<Newest | Issue> {
  const tag = await releases.headTag()
  return isIssue(tag) ? tag : { commit: releases.head, tag }
}

/** Undefined where there is nothing to go to: a repository without tags stays where it is. */
function newestTag({ tags }: Releases, rules: Rules, rev: string): Newest | undefined {
  const eligible = tags.filter((tag) => rules.isEligible(tag))
  const commit = eligible[0]?.commit
  const sameCommit = eligible.filter((tag) => tag.commit === commit)
  return commit === undefined ? undefined : { commit, tag: bestTag(sameCommit, rev)?.name }
}

async function missingHooks(
  repo: RemoteRepo,
  releases: Releases,
  { commit, to }: { readonly commit: string; readonly to: string },
): Promise<Issue | undefined> {
  const ids = await releases.hookIds(commit)
  if (isIssue(ids)) return { ...ids, message: `Cannot update to rev \`${to}\`: ${ids.message}` }
  const missing = [...new Set(repo.hooks.map(({ options }) => options.id).filter((id) => !ids.has(id)))]
  if (missing.length === 0) return undefined
  const message = `Cannot update to rev \`${to}\`, hook${missing.length > 1 ? 's are' : ' is'} missing: ${missing.join(', ')}`
  return issue(
    'update.hook-missing',
    repo.place,
    message,
    'Remove the hook from the config, or keep the rev.',
  )
}

type Base = Pick<RevUpdate, 'url' | 'line' | 'from' | 'fromTag'>

function baseOf({ url, rev, revSpan }: RemoteRepo, body: string): Base {
  const fromTag = frozenAt(body, revSpan)
  const { line } = positionAt(body, revSpan.start)
  return { url, line, from: rev, ...(fromTag !== undefined && { fromTag }) }
}

function outcome(base: Base, { to, toTag }: Target): RevUpdate {
  if (to === undefined || (to === base.from && (toTag === undefined || toTag === base.fromTag)))
    return { ...base, kind: 'current' }
  return { ...base, kind: 'updated', to, ...(toTag !== undefined && { toTag }) }
}

/** From the end, so that the offsets before stay true. */
/** JSON has no comments, so that there a commit does not say which tag it stands for. */
function isJsonFile(file: string): boolean {
  return isOwnFile(file) && file.endsWith('.json')
}

function applyAll(
  body: string,
  choices: readonly Choice[],
  { comments }: { readonly comments: boolean },
): Pick<Updated, 'text' | 'updates'> {
  let text = body
  const updates = new Map(choices.map(({ repo, update }) => [repo, update]))
  const done = new Map<number, string>()
  for (const { repo, update } of choices.toSorted((a, b) => b.repo.revSpan.start - a.repo.revSpan.start)) {
    if (update.kind !== 'updated') continue
    const { frozen, ...bare } = editOf(repo, update)
    const edit: RevEdit = comments && frozen !== undefined ? { ...bare, frozen } : bare
    // An anchor serves two entries; it can be changed once.
    const known = done.get(edit.span.start)
    const next = known === undefined ? editRev(text, edit) : known === edit.to ? text : undefined
    if (next === undefined) updates.set(repo, { ...update, kind: 'failed', issue: notEditable(repo) })
    text = next ?? text
    done.set(edit.span.start, known ?? edit.to)
  }
  return { text, updates: [...updates.values()] }
}

function editOf(repo: RemoteRepo, update: Extract<RevUpdate, { kind: 'updated' }>): RevEdit {
  const { from, to, toTag } = update
  return { span: repo.revSpan, from, to, ...(toTag !== undefined && { frozen: toTag }) }
}

function notEditable({ rev, place }: RemoteRepo): Issue {
  const hint = 'Write it as one plain or quoted word.'
  return issue(
    'update.not-editable',
    place,
    `rev \`${rev}\` is written in a way that cannot be replaced.`,
    hint,
  )
}

function isWanted(url: string, { repos, excludeRepos = [] }: UpdateOptions): boolean {
  return (repos === undefined || repos.length === 0 || repos.includes(url)) && !excludeRepos.includes(url)
}

function unknownRepos(remotes: readonly RemoteRepo[], options: UpdateOptions): readonly Issue[] {
  const named = [
    ...(options.repos ?? []).map((url) => ['--repo', url] as const),
    ...(options.excludeRepos ?? []).map((url) => ['--exclude-repo', url] as const),
  ]
  return named
    .filter(([, url]) => !remotes.some((repo) => repo.url === url))
    .map(([flag, url]) =>
      warning('update.repo', {}, `repository selector \`${flag}=${url}\` was not found in the configuration`),
    )
}
