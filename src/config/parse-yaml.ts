import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type CST,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'
import {
  addEntry,
  Malformed,
  MAX_TOKENS,
  tooDeep,
  tooMany,
  type MapTree,
  type Scalar,
  type Span,
  type Tree,
} from './tree.ts'

// Two equal keys are found below: the library compares each key with all others.
// The schema is named so that a %YAML 1.1 directive cannot bring back merge keys and `yes`.
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** YAML 1.2 core, one document. Undefined when there is nothing but comments. */
export function parseYaml(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth, false)
}

/** For changing a file byte for byte: of two equal keys the last counts, as for the readers that accept them. */
export function parseYamlToEdit(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth, true)
}

function parse(text: string, maxDepth: number, isForEdit: boolean): Tree | undefined {
  const tokens = tokensOf(text, maxDepth)
  const [document, second] = new Composer(OPTIONS).compose(tokens, true, text.length)
  if (document === undefined) return undefined
  refuseProblems(document)
  if (second !== undefined) throw severalDocuments(second.range[0])
  const root: Node | null = document.contents
  if (root === null || isAbsent(root)) return undefined
  return new TreeBuilder(maxDepth, isForEdit).build(root, 0)
}

/** Bounded here because the composer recurses and is slow: a few megabytes of `[` or `"` would hold it for minutes. */
function tokensOf(text: string, maxDepth: number): CST.Token[] {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let lexemes = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_TOKENS) throw tooMany(parser.offset, `${MAX_TOKENS} tokens`)
    for (const token of parser.next(lexeme)) tokens.push(token)
    // The document itself, and one for the scalar at the bottom.
    if (parser.stack.length > maxDepth + 2) throw tooDeep(parser.offset, maxDepth)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

/** A warning is refused too: an unknown tag would otherwise quietly become a string. */
function refuseProblems(document: Document.Parsed): void {
  const [problem] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
  if (problem === undefined) return
  if (problem.code === 'MULTIPLE_DOCS') throw severalDocuments(problem.pos[0])
  const hint = HINTS[problem.code]
  throw new Malformed(`${withoutSource(problem.message)}.`, {
    offset: problem.pos[0],
    ...(hint !== undefined && { hint }),
  })
}

/** What the parser says, without the text of the file that some of its messages end in. */
function withoutSource(message: string): string {
  return message
    .replace(/(?<=[\w)]): .*$/s, '')
    .replace(/^(Invalid escape sequence|Unknown directive|Unsupported YAML version) .*$/s, '$1')
    .replace(/^The .* tag has no suffix$/s, 'A tag has no suffix')
    .replace(/, so .* is invalid\.?$/s, '')
    .replace(/\.$/, '')
}

const HINTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces.',
  NON_STRING_KEY: 'Write keys as plain words.',
  BLOCK_AS_IMPLICIT_KEY: 'Put quotes around a value that contains ": ".',
  TAG_RESOLVE_FAILED: 'Remove the tag.',
  BAD_SCALAR_START: 'Put quotes around the value.',
}

function severalDocuments(offset: number): Malformed {
  return new Malformed('The file holds more than one YAML document.', {
    offset,
    hint: 'Remove the "---" or "..." between them.',
  })
}

function isAbsent(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === ''
}

class TreeBuilder {
  readonly #maxDepth: number
  readonly #isForEdit: boolean
  /** An anchor is known once its node is complete, so nothing can contain itself. */
  readonly #anchors = new Map<string, Tree>()

  constructor(maxDepth: number, isForEdit: boolean) {
    this.#maxDepth = maxDepth
    this.#isForEdit = isForEdit
  }

  build(node: Node, depth: number): Tree {
    const start = node.range?.[0] ?? 0
    const end = node.range?.[1] ?? start
    if (isAlias(node)) return this.#aliased(node.source, { start, end })
    if (depth > this.#maxDepth) throw tooDeep(start, this.#maxDepth)
    const tree = this.#collection(node, depth, { start, end }) ?? {
      kind: 'scalar' as const,
      start,
      end,
      value: (isScalar(node) ? node.value : null) as Scalar,
    }
    if ('anchor' in node && node.anchor !== undefined) this.#anchors.set(node.anchor, tree)
    return tree
  }

  #collection(node: Node, depth: number, span: { start: number; end: number }): Tree | undefined {
    if (isSeq<Node | null>(node)) {
      const items = node.items.map((item) => this.#child(item, depth, span.start))
      return { kind: 'list', ...span, items }
    }
    return isMap<Node, Node | null>(node) ? this.#map(node, depth, span) : undefined
  }

  #map(node: YAMLMap<Node, Node | null>, depth: number, span: { start: number; end: number }): Tree {
    const repeated = this.#isForEdit && { repeated: new Set<string>() }
    const map: MapTree = { kind: 'map', ...span, entries: new Map(), ...repeated }
    for (const pair of node.items) this.#pair(map, pair, depth)
    return map
  }

  #pair(map: MapTree, { key, value }: Pair<Node, Node | null>, depth: number): void {
    const start = key.range?.[0] ?? map.start
    if (!isScalar(key)) {
      throw new Malformed('A key is not a plain word.', { offset: start, hint: 'Write keys as plain words.' })
    }
    const span = { start, end: key.range?.[1] ?? start }
    const entry = { key: span, tree: this.#child(value, depth, span.end) }
    addEntry(map, String(key.value), entry, this.#isForEdit)
  }

  #child(node: Node | null, depth: number, fallback: number): Tree {
    if (node === null) return { kind: 'scalar', start: fallback, end: fallback, value: null }
    return this.build(node, depth + 1)
  }

  #aliased(anchor: string, span: Span): Tree {
    const tree = this.#anchors.get(anchor)
    if (tree !== undefined) return this.#isForEdit ? { ...tree, ...span, isAlias: true } : { ...tree }
    throw new Malformed('An alias has no anchor of its name that is complete before it.', {
      offset: span.start,
      hint: 'Put quotes around a value that starts with "*".',
    })
  }
}
