import { escapeUnseen } from '../core/unseen.ts'
import type { Issue, Place } from '../core/issue.ts'
import type { FileFormat } from '../dialects/dialect.ts'
import { parseTree, withoutMark } from './parse.ts'
import { lineStartsOf, positionIn, type Position } from './position.ts'
import type { Span, Tree } from './tree.ts'

export type Pointer = readonly (string | number)[]

/** `length` is left out when the place spans several lines. */
export type Spot = Position & { readonly length?: number }

type Wanted = { readonly pointer: Pointer; readonly at: 'key' | 'value' }

/**
 * Where a pointer leads. What does not exist is looked for at its nearest existing parent.
 * `at: 'key'` gives the last key instead of its value.
 */
export function locate(
  text: string,
  file: string,
  pointer: Pointer,
  options: { readonly at?: 'key' | 'value' } = {},
): Spot | undefined {
  return createFinder(text, file)({ pointer, at: options.at ?? 'value' })
}

type Placed = Issue & { readonly place: Place & Partial<Spot> }

/** The issue with line, column and length. One about an unknown name points at the name, others at the value. */
export function placeIssue(problem: Issue, text: string): Placed {
  return createPlacer()(problem, text)
}

/**
 * Parses each file once, however many issues it has; a hostile one has thousands. `formatOf`: of a file whose ending
 * does not say it.
 */
export function createPlacer(
  formatOf: (file: string) => FileFormat | undefined = () => undefined,
): (problem: Issue, text: string) => Placed {
  const known = new Map<string, { readonly text: string; readonly find: Finder }>()
  function finderOf(file: string, text: string): Finder {
    const found = known.get(file)
    if (found?.text === text) return found.find
    const find = createFinder(text, file, formatOf(file))
    known.set(file, { text, find })
    return find
  }
  return (problem, text) => {
    const { file, pointer, line } = problem.place
    if (file === undefined || pointer === undefined || line !== undefined) return problem
    const spot = finderOf(file, text)({ pointer, at: ABOUT_KEYS.has(problem.code) ? 'key' : 'value' })
    return spot === undefined ? problem : { ...problem, place: { ...problem.place, ...spot } }
  }
}

const ABOUT_KEYS: ReadonlySet<string> = new Set(['config.unknown-key', 'event.unknown', 'secret.literal'])

/** The source line and a line that underlines the place, both without colour. Nothing in them steers the terminal. */
export function excerpt(
  text: string,
  { line, column, length = 1 }: Spot,
  width: number = EXCERPT_WIDTH,
): readonly string[] {
  const source = withoutMark(text).split('\n')[line - 1]?.replace(/\r$/, '')
  if (source === undefined) return []
  const isLong = source.length > width
  const from = isLong ? Math.max(0, Math.min(column - 1, source.length) - width / 2) : 0
  const shown = source.slice(from, from + width)
  const lead = escapeUnseen(source.slice(from, column - 1))
  const marked = escapeUnseen(shown.slice(column - 1 - from, column - 1 - from + length))
  return [escapeUnseen(shown), lead.replace(/[^\t]/g, ' ') + '^'.repeat(Math.max(1, marked.length))]
}

const EXCERPT_WIDTH = 160
/** No real file nests deeper; a file that parsed is within its own bound already. */
const MAX_DEPTH = 1_000

type Finder = (wanted: Wanted) => Spot | undefined

function createFinder(text: string, file: string, format?: FileFormat): Finder {
  const body = withoutMark(text)
  // Some hosts keep JSON with comments in files that end in .json, and a caller may not know which file is theirs.
  const tree = treeOf(text, file, format) ?? treeOf(text, file, 'jsonc')
  if (tree === undefined) return () => undefined
  const lines = lineStartsOf(body)
  return (wanted) => spotOf(body, walk(tree, wanted), lines)
}

/** Undefined for text of another format. */
function treeOf(text: string, file: string, format: FileFormat | undefined): Tree | undefined {
  try {
    return parseTree(text, file, MAX_DEPTH, format)
  } catch {
    return undefined
  }
}

function walk(root: Tree, { pointer, at }: Wanted): Span {
  let tree = root
  let key: Span | undefined
  for (const step of pointer) {
    const entry = tree.kind === 'map' ? tree.entries.get(String(step)) : undefined
    const next = tree.kind === 'list' ? tree.items[Number(step)] : entry?.tree
    if (next === undefined) return key ?? tree
    key = entry?.key
    tree = next
  }
  // A mapping or list under a key can be long; its key says better where it is.
  return key !== undefined && (at === 'key' || tree.kind !== 'scalar') ? key : tree
}

function spotOf(text: string, { start, end }: Span, lines: readonly number[]): Spot {
  const position = positionIn(lines, start)
  const length = end - start
  return length > 0 && !text.slice(start, end).includes('\n') ? { ...position, length } : position
}
