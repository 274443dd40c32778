import { shownKey } from '../core/misfit.ts'

/** Offsets into the text, in UTF-16 units. */
export type Span = { readonly start: number; readonly end: number }

export type Scalar = string | number | boolean | null

/** A parsed file that remembers where everything stood; the same for all formats. */
export type Tree = Span & {
  /** Of a file that is read to be edited: the value stands elsewhere, and the span is that of the alias. */
  readonly isAlias?: true
} & (
    | { readonly kind: 'scalar'; readonly value: Scalar }
    | { readonly kind: 'list'; readonly items: Tree[] }
    | {
        readonly kind: 'map'
        readonly entries: Map<string, MapEntry>
        /** Keys that are written more than once; only of a file that is read to be edited. */
        readonly repeated?: Set<string>
      }
  )

export type MapEntry = { readonly key: Span; readonly tree: Tree }

export type MapTree = Extract<Tree, { kind: 'map' }>

/** Unwinds a parser. It never leaves this folder: parse.ts turns it into an issue. */
export class Malformed extends Error {
  readonly code: string
  readonly offset: number
  readonly hint: string | undefined
  /** In place of `hint`, for a file that its reader also takes as YAML. */
  readonly yamlHint: string | undefined

  constructor(
    message: string,
    at: {
      readonly code?: string
      readonly offset: number
      readonly hint?: string
      readonly yamlHint?: string
    },
  ) {
    super(message)
    this.code = at.code ?? 'config.syntax'
    this.offset = at.offset
    this.hint = at.hint
    this.yamlHint = at.yamlHint ?? at.hint
  }
}

/** Far above any real file; the YAML and TOML parsers take about a second for this many. */
export const MAX_TOKENS = 50_000
export const MAX_VALUES = 50_000

export function tooDeep(offset: number, maxDepth: number): Malformed {
  return new Malformed(`Values are nested more than ${maxDepth} levels deep.`, {
    code: 'config.depth',
    offset,
  })
}

export function tooMany(offset: number, what: string): Malformed {
  return new Malformed(`The file has more than ${what}.`, { code: 'config.too-large', offset })
}

/** `mayRepeat`: of two equal keys the last counts, in the place where it stands. */
export function addEntry(map: MapTree, name: string, entry: MapEntry, mayRepeat = false): void {
  if (map.entries.has(name) && mayRepeat) {
    map.entries.delete(name)
    map.repeated?.add(name)
  } else if (map.entries.has(name)) {
    const hint = 'Keep one of the two.'
    throw new Malformed(`Key ${shownKey(name)} is written twice in the same mapping.`, {
      code: 'config.duplicate-key',
      offset: entry.key.start,
      hint,
    })
  }
  map.entries.set(name, entry)
}

/** Plain data without shared parts: an alias that is used twice becomes two copies, so their number is bounded. */
export function valueOf(tree: Tree, maxDepth: number, maxValues = MAX_VALUES): unknown {
  let left = maxValues
  function copy(part: Tree, depth: number): unknown {
    if (--left < 0) throw tooMany(part.start, `${maxValues} values once its aliases are expanded`)
    if (part.kind === 'scalar') return part.value
    if (depth >= maxDepth) throw tooDeep(part.start, maxDepth)
    if (part.kind === 'list') return part.items.map((item) => copy(item, depth + 1))
    // fromEntries defines own properties, so a key named __proto__ stays data.
    return Object.fromEntries([...part.entries].map(([name, entry]) => [name, copy(entry.tree, depth + 1)]))
  }
  return copy(tree, 0)
}
