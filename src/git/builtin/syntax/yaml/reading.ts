import { shown } from '../problem.ts'
import { scalarNode, type YamlNode, type YamlRules } from './node.ts'
import { problem, type Scan, type Token } from './scan-state.ts'

/** One document while it is read. */
export type Reading = {
  readonly scan: Scan
  readonly rules: YamlRules
  readonly handles: ReadonlyMap<string, string>
  /** Null while the node is still open. */
  readonly anchors: Map<string, YamlNode | null>
  depth: number
  /** How many readers want to compare what is read. */
  prints: number
  size: number
}

const MAX_SIZE = 250_000

/** A value that is left out is null. */
export const EMPTY = scalarNode('~', { isPlain: true, tag: '' })

/** Counts a node that is read whole, and returns it. */
export function grown(reading: Reading, node: YamlNode): YamlNode {
  // A collection has counted its parts already.
  reading.size += 1
  if (reading.rules.isLoading && reading.size > MAX_SIZE) {
    throw problem(`the document has more than ${MAX_SIZE} nodes`, reading.scan.at)
  }
  return node
}

/** Why a token may not stand `where` it does. */
export function unexpected(scan: Scan, token: Token, where: string): Error {
  const what = token.kind === 'end' ? 'the end of the file' : shown(scan.text, token.at)
  return problem(`unexpected ${what} ${where}`, token.at)
}
