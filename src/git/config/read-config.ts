import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import type { GitConfig, RepoConfig } from './config.ts'
import { FILE_KEYS } from './file-keys.ts'
import { readKeys } from './key-table.ts'
import { readTree } from './read-tree.ts'
import { startReading, type Known, type Reading } from './reading.ts'
import { isOwnFile, OWN_KEY, ownPart } from './own-file.ts'
import { readRepo } from './read-repo.ts'
import { openSource, placeIn, type Source } from './source.ts'

/** `config` is absent exactly when an issue is an error: a file is used whole or not at all. */
export type ReadConfig = { readonly config?: GitConfig; readonly issues: readonly Issue[] }

/** Pure, and never throws, whatever the text. */
export function readGitConfig(text: string, file: string, known: Known): ReadConfig {
  const source = openSource(text, file)
  const tree = readTree(source)
  if (isIssue(tree)) return { issues: [tree] }
  if (tree?.kind !== 'map') return { issues: [notMapping(source, tree === undefined)] }
  const reading = startReading(source, known)
  const isOwn = isOwnFile(file)
  const part = isOwn ? ownPart(tree) : tree
  if (part === undefined) return { issues: [missingPart(source)] }
  const { repos: items, ...rest } = readKeys(
    { tree: part, pointer: isOwn ? [OWN_KEY] : [], reading },
    FILE_KEYS,
  )
  if (!part.entries.has('repos')) reading.issues.push(missingRepos(source))
  const inner = { ...reading, priorities: rest.priorities ?? {} }
  const repos = (items ?? []).flatMap((item) => readRepo({ ...item, reading: inner }) ?? [])
  const issues = inFileOrder([...reading.issues, ...warnings(reading, repos)])
  const isBroken = reading.issues.some(({ severity }) => severity === 'error')
  return isBroken ? { issues } : { config: { ...rest, file, repos }, issues }
}

function notMapping(source: Source, isEmpty: boolean): Issue {
  const start = source.format === 'toml' ? '[[repos]]' : 'repos: []'
  const place = placeIn(source, { start: 0, end: 0 })
  const message = isEmpty
    ? `"${source.file}" is empty.`
    : `"${source.file}" is not a mapping of keys to values.`
  return issue(isEmpty ? 'config.empty' : 'config.not-a-mapping', place, message, `Start with \`${start}\`.`)
}

function missingPart(source: Source): Issue {
  const place = placeIn(source, { start: 0, end: 0 })
  const message = `"${source.file}" has no git hooks: \`git.repos\` is missing.`
  return issue('config.missing-key', place, message, 'Add `repos` under `git`, even if it is empty.')
}

function missingRepos(source: Source): Issue {
  const place = placeIn(source, { start: 0, end: 0 })
  return issue('config.missing-key', place, 'missing field `repos`', 'Add it, even if it is empty.')
}

/** By place; only that the whole file is for a newer runner comes first, because it may explain the rest. */
function inFileOrder(issues: readonly Issue[]): readonly Issue[] {
  const rank = ({ code }: Issue): number => (code === 'config.version' ? 0 : 1)
  const line = ({ place }: Issue): number => place.line ?? 0
  const column = ({ place }: Issue): number => place.column ?? 0
  return issues.toSorted((a, b) => rank(a) - rank(b) || line(a) - line(b) || column(a) - column(b))
}

function warnings(reading: Reading, repos: readonly RepoConfig[]): readonly Issue[] {
  return [...unknownKeys(reading), ...mutableRevs(reading.source, repos)]
}

const INLINE = 3

function unknownKeys({ source, unknown }: Reading): readonly Issue[] {
  const [first] = unknown
  if (first === undefined) return []
  const paths = unknown.map(({ path }) => `\`${path}\``)
  const named = paths.length > INLINE ? `\n  - ${paths.join('\n  - ')}` : ` ${paths.join(', ')}`
  const message = `Ignored unexpected keys in \`${source.file}\`:${named}`
  const hint = 'Keys that begin with "x-" are left to you.'
  return [warning('config.unknown-key', placeIn(source, first.key), message, hint)]
}

/** A `rev` that neither looks like a version nor like a commit is taken for a branch. */
function mutableRevs(source: Source, repos: readonly RepoConfig[]): readonly Issue[] {
  const moving = repos.filter((repo) => repo.kind === 'remote' && !/\.|^[\da-f]+$/i.test(repo.rev))
  const [first] = moving.flatMap((repo) => (repo.kind === 'remote' ? [repo] : []))
  if (first === undefined) return []
  const lines = moving.map((repo) => (repo.kind === 'remote' ? `\n${repo.url}: ${repo.rev}` : ''))
  const message = `The following repositories use mutable \`rev\` values (branches or moving tags):${lines.join('')}`
  const hint = 'Their changes are not seen after the first install. Use a tag or a commit.'
  return [warning('config.mutable-rev', placeIn(source, first.revSpan), message, hint)]
}
