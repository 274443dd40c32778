import type { Change } from './additions.ts'
import { UNCHANGED } from './additions.ts'
import { isContainerText, isSamePath, type KeyPath, type Trace } from './edit.ts'
import { valueWith, valueWithout } from './expected.ts'
import type { Grammar, Located, ParsedFile, Part } from './grammar.ts'
import { follow } from './locate.ts'
import { missingItem } from './refusal.ts'

/** Takes an item away. */
export function removed(
  file: ParsedFile,
  grammar: Grammar,
  {
    list,
    index,
    traces,
  }: { readonly list: KeyPath; readonly index: number; readonly traces: readonly Trace[] },
): Change {
  const found = located(file, grammar, list)
  if (found?.tree.kind !== 'list' || found.tree.items[index] === undefined) throw missingItem(list, index)
  return withoutPart(file, grammar, { container: found, part: index, traces })
}

/** Takes a key away. */
export function unset(
  file: ParsedFile,
  grammar: Grammar,
  { path, traces }: { readonly path: KeyPath; readonly traces: readonly Trace[] },
): Change {
  const name = path.at(-1)
  const map = located(file, grammar, path.slice(0, -1))
  if (name === undefined || map?.tree.kind !== 'map' || !map.tree.entries.has(name)) return UNCHANGED
  return withoutPart(file, grammar, { container: map, part: name, traces })
}

type Removal = { readonly container: Located; readonly part: Part; readonly traces: readonly Trace[] }

/** With the containers around it that were made for it and hold nothing else, not even a comment. */
function withoutPart(file: ParsedFile, grammar: Grammar, { container, part, traces }: Removal): Change {
  const { path } = container
  if (sizeOf(container) > 1 || !grammar.isAlone(file, container))
    return change(grammar.without(file, container, part), (value) => valueWithout(value, path, part))
  const trace = traces.find((each) => isSamePath(each.path, path))
  const goes = trace?.was === 'absent' || grammar.vanishes?.(file, container) === true
  const outer = goes && path.length > 0 ? located(file, grammar, path.slice(0, -1)) : undefined
  if (outer !== undefined)
    return withoutPart(file, grammar, { container: outer, part: path.at(-1) ?? '', traces })
  const text = trace?.was === 'empty' ? trace.text : undefined
  const rest = text !== undefined && !isContainerText(text) ? null : container.tree.kind === 'list' ? [] : {}
  return change(grammar.emptied(file, container, text), (value) => valueWith(value, path, () => rest))
}

function change(splices: Change['splices'], expected: Change['expected']): Change {
  return { splices, traces: [], expected }
}

function located(file: ParsedFile, grammar: Grammar, path: KeyPath): Located | undefined {
  const way = follow(file, path, grammar)
  return way.kind === 'found' ? way.at : undefined
}

function sizeOf({ tree }: Located): number {
  if (tree.kind === 'map') return tree.entries.size + (tree.repeated?.size ?? 0)
  return tree.kind === 'list' ? tree.items.length : 0
}
