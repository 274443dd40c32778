import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import type { KeyPath, Splice, Trace } from './edit.ts'
import { valueWith } from './expected.ts'
import type { Grammar, Located, ParsedFile } from './grammar.ts'
import { follow } from './locate.ts'
import { missingItem, wrongKind } from './refusal.ts'

/** Splices, what they leave to remember, and what they are to make of the file's value. */
export type Change = {
  readonly splices: readonly Splice[]
  readonly traces: readonly Trace[]
  readonly expected: (value: unknown) => unknown
}

export const UNCHANGED: Change = { splices: [], traces: [], expected: (value) => value }

/** Adds an item at the end of the list. */
export function appended(
  file: ParsedFile,
  grammar: Grammar,
  { list, value }: { readonly list: KeyPath; readonly value: ConfigValue },
): Change {
  const expected = (before: unknown): unknown =>
    valueWith(before, list, (items) => [...(Array.isArray(items) ? items : []), value])
  const way = follow(file, list, grammar)
  if (way.kind !== 'found') return { ...added(file, grammar, { path: list, value: [value] }), expected }
  if (way.at.tree.kind !== 'list') throw wrongKind(way.at.tree, 'a list', list)
  const splices = grammar.item(file, way.at, value)
  return { splices, traces: hollowTraces(file, grammar, way.at), expected }
}

/** Sets a key that is missing. */
export function setMissing(
  file: ParsedFile,
  grammar: Grammar,
  { path, value }: { readonly path: KeyPath; readonly value: ConfigValue },
): Change {
  const way = follow(file, path, grammar)
  if (way.kind === 'found' || (way.kind === 'unfilled' && way.rest.length === 0)) return UNCHANGED
  return {
    ...added(file, grammar, { path, value }),
    expected: (before) => valueWith(before, path, () => value),
  }
}

/** Puts another value in the place of an item. */
export function replaced(
  file: ParsedFile,
  grammar: Grammar,
  edit: { readonly list: KeyPath; readonly index: number; readonly value: ConfigValue },
): Change {
  const { list, index, value } = edit
  const way = follow(file, list, grammar)
  const tree = way.kind === 'found' ? way.at.tree : undefined
  if (way.kind !== 'found' || tree?.kind !== 'list' || tree.items[index] === undefined)
    throw missingItem(list, index)
  return {
    splices: grammar.replaced(file, way.at, { index, value }),
    traces: [],
    expected: (before) => valueWith(before, list, (items) => (items as unknown[]).with(index, value)),
  }
}

type New = { readonly path: KeyPath; readonly value: ConfigValue }

/** A value where the path does not lead to one yet. */
function added(file: ParsedFile, grammar: Grammar, { path, value }: New): Omit<Change, 'expected'> {
  const way = follow(file, path, grammar)
  switch (way.kind) {
    case 'nothing': {
      const traces: Trace[] = [{ path: [], was: 'empty', text: file.text }, ...absentFrom(path, 1)]
      return { splices: grammar.document(file.text, wrapped(path, value)), traces }
    }
    case 'unfilled': {
      const splices = grammar.fill?.(file, way.at, wrapped(way.rest, value)) ?? []
      const depth = path.length - way.rest.length
      return {
        splices,
        traces: [{ path: way.at.path, was: 'empty', text: '' }, ...absentFrom(path, depth + 1)],
      }
    }
    case 'missing': {
      const splices = grammar.key(file, way.map, { name: way.name, value: wrapped(way.rest, value) })
      const traces = [
        ...hollowTraces(file, grammar, way.map),
        ...absentFrom(path, path.length - way.rest.length),
      ]
      return { splices, traces }
    }
    case 'found':
      return UNCHANGED
  }
}

function hollowTraces(file: ParsedFile, grammar: Grammar, { tree, path }: Located): readonly Trace[] {
  const text = grammar.hollow(file, tree)
  return text === undefined ? [] : [{ path, was: 'empty', text }]
}

/** The keys that an addition makes, from the one at `depth` on. */
function absentFrom(path: KeyPath, depth: number): readonly Trace[] {
  return path.slice(depth - 1).map((_, index) => ({ path: path.slice(0, depth + index), was: 'absent' }))
}

function wrapped(path: KeyPath, value: ConfigValue): ConfigValue {
  return path.reduceRight<ConfigValue>((inner, name) => ({ [name]: inner }), value)
}
