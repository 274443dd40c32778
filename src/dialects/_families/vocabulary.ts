/** The words of a field of which hooks of a host know a closed set. */
export type Vocabulary = {
  /** Words that hooks of the host know. */
  readonly known: readonly string[]
  /** Words of other hosts, each with the known one that means the same. */
  readonly others: Readonly<Record<string, string>>
  /** The most general of the known words, for all others. */
  readonly unknown: string
}

/** By event and field. */
export type Vocabularies = Readonly<Record<string, Readonly<Record<string, Vocabulary>>>>

/** Returns the word of a field as hooks of the host know it. A field without a vocabulary keeps its value. */
export function knownWord(
  vocabularies: Vocabularies,
  { event, field }: { readonly event: string; readonly field: string },
  value: unknown,
): unknown {
  const vocabulary = at(at(vocabularies, event), field)
  if (vocabulary === undefined || typeof value !== 'string') return value
  const { known, others, unknown } = vocabulary
  return known.includes(value) ? value : (at(others, value) ?? unknown)
}

/** Returns an entry of a table; undefined for a name that only objects themselves have, such as `constructor`. */
export function at<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}
