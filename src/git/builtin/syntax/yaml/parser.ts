import { fitsTag, scalarNode, type YamlNode } from './node.ts'
import { readAlias, readProperties, type Properties } from './node-properties.ts'
import { addPair, isMergeKey, mapping, newPairs, type Pairs } from './pairs.ts'
import { EMPTY, grown, unexpected, type Reading } from './reading.ts'
import { problem, type TokenKind } from './scan-state.ts'
import { peek, take } from './scanner.ts'

type Context = { readonly isBlock: boolean; readonly isIndentless?: boolean }
const BLOCK: Context = { isBlock: true }
const VALUE: Context = { isBlock: true, isIndentless: true }
const FLOW: Context = { isBlock: false }

export function readRoot(reading: Reading): YamlNode {
  return readNode(reading, BLOCK)
}

function readNode(reading: Reading, context: Context): YamlNode {
  if (peek(reading.scan).kind === 'alias') return readAlias(reading)
  const properties = readProperties(reading)
  const { anchor } = properties
  if (anchor === undefined) return grown(reading, readContent(reading, properties, context))
  reading.anchors.set(anchor, null)
  reading.prints += 1
  const node = grown(reading, readContent(reading, properties, context))
  reading.prints -= 1
  reading.anchors.set(anchor, node)
  return node
}

function readContent(reading: Reading, properties: Properties, context: Context): YamlNode {
  const { scan } = reading
  const token = peek(scan)
  const { kind } = token
  if (kind === 'plain' || kind === 'quoted') return readScalar(reading, properties)
  const collection =
    kind === '['
      ? readFlowSequence
      : kind === '{'
        ? readFlowMapping
        : kind === 'block-sequence' && context.isBlock
          ? readBlockSequence
          : kind === 'block-mapping' && context.isBlock
            ? readBlockMapping
            : kind === '-' && context.isIndentless
              ? readIndentless
              : undefined
  if (collection) return within(reading, properties, collection)
  if (properties.isGiven) return scalarNode('~', { isPlain: true, tag: properties.tag })
  throw unexpected(scan, token, 'where a value is expected')
}

function readScalar(reading: Reading, { tag }: Properties): YamlNode {
  const { kind, value = '', at } = take(reading.scan)
  const isPlain = kind === 'plain'
  const node = scalarNode(value, { isPlain, tag })
  if (reading.rules.isLoading && !fitsTag(tag, node)) {
    throw problem(`a scalar cannot be loaded with the tag "${tag}"`, at)
  }
  return node
}

function within(reading: Reading, { tag }: Properties, read: (reading: Reading) => YamlNode): YamlNode {
  const { at } = peek(reading.scan)
  if (reading.depth === reading.rules.maxDepth) {
    throw problem(`values are nested more than ${reading.rules.maxDepth} levels deep`, at)
  }
  reading.depth += 1
  const before = reading.size
  const node = read(reading)
  reading.depth -= 1
  if (reading.rules.isLoading && !fitsTag(tag, node)) {
    throw problem(`a ${node.kind} cannot be loaded with the tag "${tag}"`, at)
  }
  return { ...node, print: tag === '' ? node.print : `${tag} ${node.print}`, size: reading.size - before + 1 }
}

function sequence(items: readonly YamlNode[], reading: Reading): YamlNode {
  const print = reading.prints > 0 ? `[${items.map((item) => JSON.stringify(item.print)).join()}]` : ''
  return { kind: 'sequence', print, isMergeable: items.every((item) => item.isMergeable), size: 0 }
}

function readBlockSequence(reading: Reading): YamlNode {
  const { scan } = reading
  take(scan)
  const items: YamlNode[] = []
  for (;;) {
    const token = take(scan)
    if (token.kind === 'block-end') return sequence(items, reading)
    if (token.kind !== '-') throw unexpected(scan, token, 'where "-" is expected')
    items.push(readUnless(reading, BLOCK, AFTER_ENTRY))
  }
}

const AFTER_ENTRY: ReadonlySet<TokenKind> = new Set(['-', 'block-end'])
const AFTER_INDENTLESS: ReadonlySet<TokenKind> = new Set(['-', '?', ':', 'block-end'])

/** A sequence that stands in the column of the key it belongs to. */
function readIndentless(reading: Reading): YamlNode {
  const items: YamlNode[] = []
  while (peek(reading.scan).kind === '-') {
    take(reading.scan)
    items.push(readUnless(reading, BLOCK, AFTER_INDENTLESS))
  }
  return sequence(items, reading)
}

function readUnless(reading: Reading, context: Context, ends: ReadonlySet<TokenKind>): YamlNode {
  return ends.has(peek(reading.scan).kind) ? EMPTY : readNode(reading, context)
}

const AFTER_PAIR: ReadonlySet<TokenKind> = new Set(['?', ':', 'block-end'])

function readBlockMapping(reading: Reading): YamlNode {
  const { scan } = reading
  take(scan)
  const pairs = newPairs()
  for (;;) {
    const token = peek(scan)
    if (token.kind === 'block-end') {
      take(scan)
      return mapping(pairs, reading)
    }
    if (token.kind !== '?' && token.kind !== ':') throw unexpected(scan, token, 'where a key is expected')
    readPair(reading, pairs, { context: VALUE, ends: AFTER_PAIR })
  }
}

type PairRules = { readonly context: Context; readonly ends: ReadonlySet<TokenKind> }

/** `? key : value`, of which any part may be missing. */
function readPair(reading: Reading, pairs: Pairs, { context, ends }: PairRules): void {
  const { scan } = reading
  const { at } = peek(scan)
  let key = EMPTY
  let isMerge = false
  if (peek(scan).kind === '?') {
    take(scan)
    isMerge = isMergeKey(scan)
    key = readKey(reading, { context, ends })
  }
  const valueAt = peek(scan).at
  const value = readPairValue(reading, { context, ends })
  addPair(reading, pairs, { key, value, at, isMerge, valueAt })
}

function readKey(reading: Reading, { context, ends }: PairRules): YamlNode {
  reading.prints += 1
  const key = readUnless(reading, context, ends)
  reading.prints -= 1
  return key
}

function readPairValue(reading: Reading, { context, ends }: PairRules): YamlNode {
  if (peek(reading.scan).kind !== ':') return EMPTY
  take(reading.scan)
  return readUnless(reading, context, ends)
}

const AFTER_FLOW_PAIR: ReadonlySet<TokenKind> = new Set([':', ',', '}'])
const AFTER_SINGLE_PAIR: ReadonlySet<TokenKind> = new Set([':', ',', ']'])

function readFlowSequence(reading: Reading): YamlNode {
  const items: YamlNode[] = []
  readItems(reading, ']', () => {
    const { kind } = peek(reading.scan)
    items.push(kind === '?' || kind === ':' ? readSinglePair(reading) : readUnless(reading, FLOW, NOTHING))
  })
  return sequence(items, reading)
}

const NOTHING: ReadonlySet<TokenKind> = new Set()

/** `[a: 1]` */
function readSinglePair(reading: Reading): YamlNode {
  const pairs = newPairs()
  readPair(reading, pairs, { context: FLOW, ends: AFTER_SINGLE_PAIR })
  return mapping(pairs, reading)
}

function readFlowMapping(reading: Reading): YamlNode {
  const pairs = newPairs()
  readItems(reading, '}', () => {
    const { kind, at } = peek(reading.scan)
    if (kind === '?' || kind === ':')
      return readPair(reading, pairs, { context: FLOW, ends: AFTER_FLOW_PAIR })
    reading.prints += 1
    const key = readNode(reading, FLOW)
    reading.prints -= 1
    addPair(reading, pairs, { key, value: EMPTY, at, isMerge: false, valueAt: at })
  })
  return mapping(pairs, reading)
}

function readItems(reading: Reading, close: ']' | '}', readItem: () => void): void {
  const { scan } = reading
  take(scan)
  while (peek(scan).kind !== close) {
    readItem()
    const token = peek(scan)
    if (token.kind === close) break
    if (token.kind !== ',') throw unexpected(scan, token, `where "," or "${close}" is expected`)
    take(scan)
  }
  take(scan)
}
