import type { YamlNode } from './node.ts'
import type { Reading } from './reading.ts'
import { problem, type Scan } from './scan-state.ts'
import { peek } from './scanner.ts'

/** What is known of a mapping while its pairs are read. */
export type Pairs = { readonly keys: Set<string>; print: string }

type Pair = {
  readonly key: YamlNode
  readonly value: YamlNode
  readonly at: number
  readonly isMerge: boolean
  readonly valueAt: number
}

export function newPairs(): Pairs {
  return { keys: new Set(), print: '' }
}

/** The node of a mapping whose pairs are all read. */
export function mapping(pairs: Pairs, reading: Reading): YamlNode {
  const print = reading.prints > 0 ? `{${pairs.print}}` : ''
  return { kind: 'mapping', print, isMergeable: true, size: 0 }
}

/** Throws for a key that is there already, and for a `<<` without a mapping. */
export function addPair(reading: Reading, pairs: Pairs, { key, value, at, isMerge, valueAt }: Pair): void {
  if (reading.prints > 0) pairs.print += `${JSON.stringify(key.print)}:${JSON.stringify(value.print)},`
  if (!reading.rules.isLoading) return
  if (isMerge) {
    if (!value.isMergeable) throw problem('"<<" takes a mapping or a list of mappings', valueAt)
    return
  }
  if (pairs.keys.has(key.print)) throw problem(`duplicate key${keyShown(key)}`, at)
  pairs.keys.add(key.print)
}

/** A plain `<<`, whatever its anchor; a tag may make it a string. */
export function isMergeKey(scan: Scan): boolean {
  peek(scan)
  const token = scan.tokens.find(({ kind }) => kind !== 'anchor')
  const content =
    token?.kind === 'tag' && token.value === 'merge' ? scan.tokens[scan.tokens.indexOf(token) + 1] : token
  return content?.kind === 'plain' && content.value === '<<'
}

function keyShown({ kind, print }: YamlNode): string {
  return kind === 'scalar' ? ` ${JSON.stringify(print.replace(/^'/, ''))}` : ''
}
