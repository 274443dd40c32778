import { isDeepStrictEqual } from 'node:util'
import type { BridgeEntry } from '../dialects/bridge-spec.ts'
import { isOwnCommand } from './command-line.ts'
import { isSamePath, type Edit } from './edit/edit.ts'
import type { ListItem } from './edit/read-lists.ts'
import { isOwnUrl } from './via-http.ts'

/** An entry that a file is to have. */
export type WantedEntry = BridgeEntry & { readonly event: string }

/** What of a file differs from what is wanted. */
export type Comparison = {
  /** Events without an entry of ours. */
  readonly missing: readonly WantedEntry[]
  /** Events whose entry says something else, with the item that is there. */
  readonly outdated: readonly { readonly wanted: WantedEntry; readonly item: ListItem }[]
  /** Entries of ours for events that are not wanted, and second ones. */
  readonly surplus: readonly ListItem[]
}

/** Compares entries of ours, and looks at no others. */
export function compareEntries(items: readonly ListItem[], wanted: readonly WantedEntry[]): Comparison {
  const own = items.filter(isOwnItem)
  const found = wanted.map((each) => ({ each, item: own.find((item) => isFor(item, each)) }))
  const kept = new Set(found.map(({ item }) => item))
  return {
    missing: found.flatMap(({ each, item }) => (item === undefined ? [each] : [])),
    outdated: found.flatMap(({ each, item }) =>
      item === undefined || isDeepStrictEqual(item.value, each.value) ? [] : [{ wanted: each, item }],
    ),
    surplus: own.filter((item) => !kept.has(item)),
  }
}

/** Returns the edits that bring a file in line. Removals come last, from the end: they move what follows. */
export function editsFor({ missing, outdated, surplus }: Comparison): readonly Edit[] {
  return [
    ...outdated.map(({ wanted: { list, value }, item: { index } }): Edit => ({
      kind: 'replace',
      list,
      index,
      value,
    })),
    ...missing.map(({ list, value }): Edit => ({ kind: 'append', list, value })),
    ...surplus.toReversed().map(({ list, index }): Edit => ({ kind: 'remove', list, index })),
  ]
}

export function isOwnItem({ value }: Pick<ListItem, 'value'>): boolean {
  return textsOf(value).some((text) => isOwnCommand(text) || isOwnUrl(text))
}

/** In a list for all events, an item names its own. */
function isFor(item: ListItem, { list, event }: WantedEntry): boolean {
  if (!isSamePath(item.list, list)) return false
  return list.at(-1) === event || Object.values(item.value as object).includes(event)
}

/** All texts in a value. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
