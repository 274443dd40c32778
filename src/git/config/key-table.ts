import { unknownWord, type Kind } from './kinds.ts'
import { childOf, refuse, type Value } from './reading.ts'
import { showPointer } from './source.ts'

/** One key of a mapping; checks, types, the JSON Schema and the tables of the documentation come from it. */
export type Key<T> = {
  readonly name: string
  readonly kind: Kind<T>
  readonly about: string
  /** pre-commit does not know it. */
  readonly prekOnly?: true
}

export type KeyTable = Readonly<Record<string, Key<unknown>>>

/** What a mapping was read to, by our names. A key that is absent, `null` or refused is left out. */
export type Options<K extends KeyTable> = {
  readonly [Field in keyof K]?: K[Field] extends Key<infer T> ? T : never
}

/** Read by nobody, accepted everywhere in the file. */
const SILENT = /^(?:x-.*|ci|minimum_pre_commit_version)$/

/** Keys nobody knows are ignored, and named in one warning for the whole file. */
export function readKeys<K extends KeyTable>(value: Value, keys: K): Options<K> {
  return readEntries(value, keys, (name, key) => {
    if (SILENT.test(name)) return
    value.reading.unknown.push({ path: showPointer([...value.pointer, name]), key })
  })
}

/** Keys nobody knows are errors. */
export function readClosed<K extends KeyTable>(value: Value, keys: K): Options<K> {
  const names = Object.values(keys).map(({ name }) => name)
  return readEntries(value, keys, (name, span) => refuse(value, { ...unknownWord('Key', name, names), span }))
}

type Strange = (name: string, key: { readonly start: number; readonly end: number }) => void

function readEntries<K extends KeyTable>(value: Value, keys: K, strange: Strange): Options<K> {
  if (value.tree.kind !== 'map') return {}
  const { entries } = value.tree
  const names = new Set(Object.values(keys).map(({ name }) => name))
  for (const name of [...entries.keys()].toSorted()) {
    const entry = entries.get(name)
    if (entry !== undefined && !names.has(name)) strange(name, entry.key)
  }
  const pairs = Object.entries(keys).map(([field, key]) => [field, readKey(value, key)] as const)
  return Object.fromEntries(pairs.filter(([, read]) => read !== undefined)) as Options<K>
}

function readKey(value: Value, { name, kind }: Key<unknown>): unknown {
  const tree = value.tree.kind === 'map' ? value.tree.entries.get(name)?.tree : undefined
  if (tree === undefined) return undefined
  if (tree.kind === 'scalar' && tree.value === null && kind.takesNull === undefined) return undefined
  return kind.read(childOf(value, name, tree))
}
