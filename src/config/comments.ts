import type { FileFormat } from '../dialects/dialect.ts'
import { parseTree, withoutMark } from './parse.ts'
import type { Tree } from './tree.ts'

/** Comments of a file, without their marks. */
export type FileComments = {
  /** Lines before the first value. */
  readonly head: readonly string[]
  /** Lines right above the value at this path and its keys, and above the lists and keys that begin with it. */
  above(pointer: readonly (string | number)[]): readonly string[]
}

const NONE: FileComments = { head: [], above: () => [] }
const MAX_DEPTH = 1_000

/** Finds the comments of a file that can be parsed; one that cannot has none. */
export function findComments(text: string, file: string, format?: FileFormat): FileComments {
  const tree = treeOf(text, file, format)
  if (tree === undefined) return NONE
  const lines = linesOf(withoutMark(text))
  const first = lines.findIndex(({ text: line }) => line.trim() !== '' && !isComment(line))
  const head = lines.slice(0, first < 0 ? lines.length : first)
  return {
    head: head
      .map(({ text: line }) => line.trim())
      .filter((line) => line !== '' && !/^\/?\*+\/?$/.test(line))
      .map(bare),
    above: (pointer) => linesAbove(lines, beginnings(tree, pointer), head.length),
  }
}

function treeOf(text: string, file: string, format: FileFormat | undefined): Tree | undefined {
  try {
    return parseTree(text, file, MAX_DEPTH, format)
  } catch {
    return undefined
  }
}

type Line = { readonly text: string; readonly start: number }
type Spot = { readonly at: number; readonly after: number }

function linesOf(text: string): readonly Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const found = { text: line, start }
    start += line.length + 1
    return found
  })
}

/** Where the value begins, and each part around it that begins with it; `after`: where the part before it ends. */
function beginnings(root: Tree, pointer: readonly (string | number)[]): readonly Spot[] {
  const spots: Spot[] = []
  let tree = root
  for (const [depth, step] of pointer.entries()) {
    const found = stepInto(tree, step)
    if (found === undefined) return []
    // What stands above a list item or above all events is about the first of them; keys of a group are one thing.
    const isOfGroup = depth > 2 && typeof step === 'string'
    if (!found.isFirst && !isOfGroup) spots.length = 0
    spots.push(found.spot, ...(isOfGroup ? keySpots(tree) : []))
    tree = found.tree
  }
  return [...spots, ...keySpots(tree)]
}

function keySpots(tree: Tree): readonly Spot[] {
  if (tree.kind !== 'map') return []
  const spots = [...tree.entries.keys()].flatMap((key) => stepInto(tree, key)?.spot ?? [])
  // What stands above the first key and before the map is above the map.
  return spots.map(({ at, after }) => ({ at, after: Math.max(after, tree.start) }))
}

function stepInto(
  tree: Tree,
  step: string | number,
): { readonly tree: Tree; readonly spot: Spot; readonly isFirst: boolean } | undefined {
  if (tree.kind === 'list') {
    const item = tree.items[Number(step)]
    const before = tree.items[Number(step) - 1]
    return item && { tree: item, spot: { at: item.start, after: before?.end ?? 0 }, isFirst: step === 0 }
  }
  if (tree.kind !== 'map') return undefined
  const names = [...tree.entries.keys()]
  const index = names.indexOf(String(step))
  const entry = tree.entries.get(String(step))
  const before = tree.entries.get(names[index - 1] ?? '')
  return (
    entry && {
      tree: entry.tree,
      spot: { at: entry.key.start, after: before?.tree.end ?? 0 },
      isFirst: index === 0,
    }
  )
}

/** Comment lines that end right above the line of a spot, after the part before it and below the head of the file. */
function linesAbove(lines: readonly Line[], spots: readonly Spot[], head: number): readonly string[] {
  const found = new Set<Line>()
  for (const { at, after } of spots) {
    const own = lines.findLastIndex(({ start }) => start <= at)
    let from = own
    while (from > head && isComment(lines[from - 1]?.text ?? '') && (lines[from - 1]?.start ?? 0) >= after)
      from -= 1
    // Two parts may begin on one line.
    for (const line of lines.slice(from, own)) found.add(line)
  }
  return [...found]
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => bare(text.trim()))
    .filter((line) => line !== '')
}

function isComment(line: string): boolean {
  return /^\s*(?:#|\/\/|\/\*|\*|$)/.test(line) && line.trim() !== ''
}

/** The words of a comment line. */
function bare(line: string): string {
  return line
    .replace(/^(?:#+|\/\/+|\/\*+|\*(?!\/))\s?/, '')
    .replace(/\s*\*\/$/, '')
    .trimEnd()
}
