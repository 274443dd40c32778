import type { MapTree, Tree } from '../../config/tree.ts'
import type { KeyPath } from './edit.ts'
import type { Grammar, Located, ParsedFile } from './grammar.ts'
import { aliased, repeatedKey, wrongKind } from './refusal.ts'

/** How far a path leads into a file. */
export type Way =
  | { readonly kind: 'found'; readonly at: Located }
  /** The object has no key of the next name. */
  | {
      readonly kind: 'missing'
      readonly map: Located<MapTree>
      readonly name: string
      readonly rest: KeyPath
    }
  /** The key is there, without a value. */
  | { readonly kind: 'unfilled'; readonly at: Located; readonly rest: KeyPath }
  /** The file has no content. */
  | { readonly kind: 'nothing' }

/** Throws `Refused` where the path leads through something that is not an object of this file. */
export function follow(file: ParsedFile, path: KeyPath, grammar: Pick<Grammar, 'fill'>): Way {
  if (file.tree === undefined) return { kind: 'nothing' }
  let at: Located = { tree: file.tree, path: [] }
  for (const [depth, name] of path.entries()) {
    const map = asMap(at)
    const next = entryOf(map, name)
    if (next === undefined) return { kind: 'missing', map, name, rest: path.slice(depth + 1) }
    if (grammar.fill !== undefined && isUnfilled(next.tree))
      return { kind: 'unfilled', at: next, rest: path.slice(depth + 1) }
    at = next
  }
  return { kind: 'found', at }
}

function asMap({ tree, ...at }: Located): Located<MapTree> {
  if (tree.kind === 'map') return { ...at, tree }
  throw wrongKind(tree, 'an object', at.path)
}

function entryOf({ tree, path }: Located<MapTree>, name: string): Located | undefined {
  const entry = tree.entries.get(name)
  if (entry === undefined) return undefined
  const below = [...path, name]
  if (tree.repeated?.has(name) === true) throw repeatedKey(below, entry.key.start)
  if (entry.tree.isAlias === true) throw aliased(below, entry.tree.start)
  return { tree: entry.tree, path: below, key: entry.key }
}

/** A key with nothing behind it; one that says `null` has something. */
function isUnfilled(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.value === null && tree.start === tree.end
}
