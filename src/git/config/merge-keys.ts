import { Malformed, MAX_VALUES, tooDeep, tooMany, type MapTree, type Tree } from '../../config/tree.ts'
import type { Source } from './source.ts'

const MERGE = '<<'

/**
 * A copy of the tree in which `<<` has been replaced by what it names. Own keys win, then the first of a list.
 * Aliases become copies, so their number is bounded. Throws `Malformed`.
 */
export function expandMerges(root: Tree, source: Source, maxDepth: number): Tree {
  let left = MAX_VALUES

  function expand(tree: Tree, depth: number): Tree {
    if (--left < 0) throw tooMany(tree.start, `${MAX_VALUES} values once its aliases are expanded`)
    if (tree.kind === 'scalar') return tree
    if (depth >= maxDepth) throw tooDeep(tree.start, maxDepth)
    if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => expand(item, depth + 1)) }
    return expandMap(tree, depth)
  }

  function expandMap(map: MapTree, depth: number): MapTree {
    const entries: MapTree['entries'] = new Map()
    const merged: MapTree[] = []
    for (const [name, { key, tree }] of map.entries) {
      // In quotes it is a key like any other.
      const isMerge = name === MERGE && source.text.slice(key.start, key.end) === MERGE
      if (isMerge) merged.push(...mapsOf(expand(tree, depth + 1)))
      else entries.set(name, { key, tree: expand(tree, depth + 1) })
    }
    for (const { entries: more } of merged) {
      for (const [name, entry] of more) if (!entries.has(name)) entries.set(name, entry)
    }
    return { ...map, entries }
  }

  return source.format === 'yaml' ? expand(root, 0) : root
}

function mapsOf(tree: Tree): readonly MapTree[] {
  if (tree.kind === 'map') return [tree]
  if (tree.kind === 'list') return tree.items.flatMap(mapsOf)
  if (tree.value === null) return []
  throw new Malformed('A merge key "<<" takes a mapping or a list of mappings.', {
    code: 'config.merge',
    offset: tree.start,
    hint: 'Write `<<: *NAME`, where `&NAME` stands before a mapping.',
  })
}
