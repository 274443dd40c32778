import { didYouMean } from '../../core/suggest.ts'
import type { HookConfig, RepoConfig } from './config.ts'
import { REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS, type HookOptions } from './hook-keys.ts'
import { readKeys } from './key-table.ts'
import { mustBe } from './kinds.ts'
import { refuse, type Value } from './reading.ts'
import { placeIn } from './source.ts'

type RepoKind = RepoConfig['kind']

/** Undefined when something that cannot be left out is missing or wrong; the issues say what. */
export function readRepo(value: Value): RepoConfig | undefined {
  if (!isMapping(value, 'repo')) return undefined
  const { repo, rev, hooks: items } = readKeys(value, REPO_KEYS)
  const kind = repo === undefined ? undefined : kindOf(repo)
  const hooks = (items ?? []).flatMap((item) => readHook(item, kind) ?? [])
  requireKeys(value, kind === 'remote' ? ['repo', 'rev', 'hooks'] : ['repo', 'hooks'])
  if (repo === undefined || kind === undefined) return undefined
  const place = placeIn(value.reading.source, value.tree, value.pointer)
  if (kind !== 'remote') {
    refuseRev(value, kind)
    return { kind, hooks, place }
  }
  const revTree = entryOf(value, 'rev')?.tree
  return rev === undefined || revTree === undefined
    ? undefined
    : { kind, url: repo, rev, revSpan: { start: revTree.start, end: revTree.end }, hooks, place }
}

function kindOf(repo: string): RepoKind {
  return repo === 'local' || repo === 'meta' || repo === 'builtin' ? repo : 'remote'
}

const REQUIRED: Readonly<Record<RepoKind, readonly string[]>> = {
  local: ['id', 'name', 'entry', 'language'],
  remote: ['id'],
  meta: ['id'],
  builtin: ['id'],
}

/** A hook of a config or, with kind `local`, of a manifest: it has to be complete. */
export function readHook(value: Value, kind: RepoKind | undefined): HookConfig | undefined {
  if (!isMapping(value, 'id')) return undefined
  const options = readKeys(value, HOOK_KEYS)
  requireKeys(value, REQUIRED[kind ?? 'remote'])
  const { id } = options
  if (id === undefined) return undefined
  if (kind === 'meta' || kind === 'builtin') refuseForeign(value, kind, { ...options, id })
  return { options: { ...options, id }, place: placeIn(value.reading.source, value.tree, value.pointer) }
}

/** An item that is nothing at all misses its first key; every other one has the wrong type. */
function isMapping(value: Value, first: string): boolean {
  const { tree } = value
  if (tree.kind === 'map') return true
  if (tree.kind === 'scalar' && tree.value === null) refuse(value, missing(first))
  else mustBe(value, 'a mapping')
  return false
}

function requireKeys(value: Value, names: readonly string[]): void {
  for (const name of names) {
    const tree = entryOf(value, name)?.tree
    const isNull = tree?.kind === 'scalar' && tree.value === null
    // What may not be null was refused when it was read.
    if (tree === undefined || (isNull && !TAKES_NULL.has(name))) refuse(value, missing(name))
  }
}

const TAKES_NULL: ReadonlySet<string> = new Set(
  Object.values(REPO_KEYS)
    .filter(({ kind }) => kind.takesNull)
    .map(({ name }) => name),
)

function missing(name: string) {
  return { code: 'config.missing-key', message: `missing field \`${name}\`` }
}

function entryOf({ tree }: Value, name: string) {
  return tree.kind === 'map' ? tree.entries.get(name) : undefined
}

function refuseRev(value: Value, kind: RepoKind): void {
  const rev = entryOf(value, 'rev')
  if (rev === undefined || (rev.tree.kind === 'scalar' && rev.tree.value === null)) return
  const message = `\`rev\` is not allowed for ${kind} repos`
  refuse(value, { code: 'config.forbidden-key', message, hint: 'Remove it.', span: rev.key })
}

/** Hooks that are code of the runner have no entry and no language of their own. */
function refuseForeign(value: Value, kind: 'meta' | 'builtin', options: HookOptions): void {
  const ids = kind === 'meta' ? value.reading.known.metaIds : value.reading.known.builtinIds
  const at = (name: string) => entryOf(value, name)?.tree ?? value.tree
  if (!ids.has(options.id)) {
    const message = `unknown ${kind} hook id \`${options.id}\``
    refuse(value, { code: 'hook.unknown', message, hint: idHint(options.id, ids), span: at('id') })
  }
  if (options.entry !== undefined) {
    const message = `\`entry\` is not allowed for ${kind} hooks`
    refuse(value, { code: 'config.forbidden-key', message, hint: 'Remove it.', span: at('entry') })
  }
  if (options.language !== undefined && options.language !== 'system') {
    const message = `language must be \`system\` for ${kind} hooks`
    refuse(value, { code: 'config.value', message, hint: 'Remove it.', span: at('language') })
  }
}

function idHint(id: string, ids: ReadonlySet<string>): string {
  return didYouMean(id, [...ids]) ?? `Known are ${[...ids].toSorted().join(', ')}.`
}
