import type { Issue } from '../../core/issue.ts'
import { withoutMark } from '../../config/parse.ts'
import { lineStartsOf, positionIn } from '../../config/position.ts'
import type { Tree } from '../../config/tree.ts'
import type { EditedFile, KeyPath } from './edit.ts'
import { issueOf } from './edit-config.ts'
import type { Grammar } from './grammar.ts'
import { grammarOf } from './grammars.ts'

/** An item of a list in a config file. */
export type ListItem = {
  /** Keys that lead to the list. */
  readonly list: KeyPath
  readonly index: number
  readonly value: unknown
  /** Counted from 1. */
  readonly line: number
}

/** Finds the items of the list at `path`, and of all lists below it that keys lead to. Nothing there: no items. */
export function readLists(text: string, source: EditedFile, path: KeyPath = []): readonly ListItem[] | Issue {
  const body = withoutMark(text)
  const grammar = grammarOf(source.format)
  try {
    const tree = grammar.parse(body)
    const found = tree && treeAt(tree, path)
    return found === undefined ? [] : itemsOf(found, path, { lines: lineStartsOf(body), grammar })
  } catch (error) {
    return issueOf(error, body, source)
  }
}

/** Reads the value at a path; undefined where there is none. */
export function readValue(
  text: string,
  source: EditedFile,
  path: KeyPath,
): { readonly value: unknown } | Issue {
  const body = withoutMark(text)
  const grammar = grammarOf(source.format)
  try {
    const tree = grammar.parse(body)
    const found = tree && treeAt(tree, path)
    return { value: found && grammar.valueOf(found) }
  } catch (error) {
    return issueOf(error, body, source)
  }
}

function treeAt(tree: Tree, path: KeyPath): Tree | undefined {
  return path.reduce<Tree | undefined>(
    (at, name) => (at?.kind === 'map' ? at.entries.get(name)?.tree : undefined),
    tree,
  )
}

function itemsOf(
  tree: Tree,
  list: KeyPath,
  { lines, grammar }: { readonly lines: readonly number[]; readonly grammar: Grammar },
): readonly ListItem[] {
  if (tree.kind === 'list')
    return tree.items.map((item, index) => ({
      list,
      index,
      value: grammar.valueOf(item),
      line: positionIn(lines, item.start).line,
    }))
  if (tree.kind === 'scalar') return []
  return [...tree.entries].flatMap(([name, entry]) =>
    itemsOf(entry.tree, [...list, name], { lines, grammar }),
  )
}
