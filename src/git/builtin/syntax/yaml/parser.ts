import { shown } from '../problem.ts'
import { fitsTag, scalarNode, type YamlNode, type YamlRules } from './node.ts'
import { problem, type Scan, type Token, type TokenKind } from './scan-state.ts'
import { peek, take } from './scanner.ts'

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
const EMPTY = scalarNode('~', { isPlain: true, tag: '' })

type Context = { readonly isBlock: boolean; readonly isIndentless?: boolean }
const BLOCK: Context = { isBlock: true }
const VALUE: Context = { isBlock: true, isIndentless: true }
const FLOW: Context = { isBlock: false }

export function readRoot(reading: Reading): YamlNode {
  return readNode(reading, BLOCK)
}

type Properties = { readonly anchor?: string; readonly tag: string; readonly isGiven: boolean }

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

function grown(reading: Reading, node: YamlNode): YamlNode {
  // A collection has counted its parts already.
  reading.size += 1
  if (reading.rules.isLoading && reading.size > MAX_SIZE) {
    throw problem(`the document has more than ${MAX_SIZE} nodes`, reading.scan.at)
  }
  return node
}

function readAlias(reading: Reading): YamlNode {
  const { at, value = '' } = take(reading.scan)
  const node = reading.anchors.get(value)
  if (node === undefined) throw problem(`alias "*${value}" names no anchor`, at)
  if (node === null) {
    if (reading.rules.isLoading) throw problem(`alias "*${value}" stands inside its own anchor`, at)
    return EMPTY
  }
  reading.size += node.size - 1
  return grown(reading, node)
}

const NO_PROPERTIES: Properties = { tag: '', isGiven: false }

function readProperties({ scan, handles }: Reading): Properties {
  const first = peek(scan).kind
  if (first !== 'anchor' && first !== 'tag') return NO_PROPERTIES
  let anchor: string | undefined
  let tag: string | undefined
  for (;;) {
    const { kind, value = '', handle, at } = peek(scan)
    if (kind === 'anchor' && anchor === undefined) anchor = value
    else if (kind === 'tag' && tag === undefined) tag = resolveTag(value, { handle, at, handles })
    else break
    take(scan)
  }
  return {
    ...(anchor !== undefined && { anchor }),
    tag: tag ?? '',
    isGiven: anchor !== undefined || tag !== undefined,
  }
}

function resolveTag(
  suffix: string,
  { handle, at, handles }: { handle: string | undefined; at: number; handles: Reading['handles'] },
): string {
  if (handle === undefined) return suffix
  const prefix = handles.get(handle)
  if (prefix === undefined) throw problem(`the handle "${handle}" of a tag is not declared`, at)
  return prefix + suffix
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

type Pairs = { readonly keys: Set<string>; print: string }
type PairRules = { readonly context: Context; readonly ends: ReadonlySet<TokenKind> }

function newPairs(): Pairs {
  return { keys: new Set(), print: '' }
}

function mapping(pairs: Pairs, reading: Reading): YamlNode {
  const print = reading.prints > 0 ? `{${pairs.print}}` : ''
  return { kind: 'mapping', print, isMergeable: true, size: 0 }
}

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

/** A plain `<<`, whatever its anchor; a tag may make it a string. */
function isMergeKey(scan: Scan): boolean {
  peek(scan)
  const token = scan.tokens.find(({ kind }) => kind !== 'anchor')
  const content =
    token?.kind === 'tag' && token.value === 'merge' ? scan.tokens[scan.tokens.indexOf(token) + 1] : token
  return content?.kind === 'plain' && content.value === '<<'
}

type Pair = {
  readonly key: YamlNode
  readonly value: YamlNode
  readonly at: number
  readonly isMerge: boolean
  readonly valueAt: number
}

function addPair(reading: Reading, pairs: Pairs, { key, value, at, isMerge, valueAt }: Pair): void {
  if (reading.prints > 0) pairs.print += `${JSON.stringify(key.print)}:${JSON.stringify(value.print)},`
  if (!reading.rules.isLoading) return
  if (isMerge) {
    if (!value.isMergeable) throw problem('"<<" takes a mapping or a list of mappings', valueAt)
    return
  }
  if (pairs.keys.has(key.print)) throw problem(`duplicate key${keyShown(key)}`, at)
  pairs.keys.add(key.print)
}

function keyShown({ kind, print }: YamlNode): string {
  return kind === 'scalar' ? ` ${JSON.stringify(print.replace(/^'/, ''))}` : ''
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

export function unexpected(scan: Scan, token: Token, where: string): Error {
  const what = token.kind === 'end' ? 'the end of the file' : shown(scan.text, token.at)
  return problem(`unexpected ${what} ${where}`, token.at)
}
