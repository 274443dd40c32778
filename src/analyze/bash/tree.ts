import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash'
import { LIMITS } from '../limits.ts'
import { hasCostlyBraces } from './brace-work.ts'
import { hidesSubstitution, quotesSubstitution } from './subscripts.ts'
import { hasTwoReadings, OLD_ARITHMETIC } from './two-readings.ts'

/** Above this many of each, unbash 6.0.3 needs time quadratic in the length of the text. */
export const PARSER_LIMITS = [
  { text: '<<', max: 1000, name: 'here-documents' },
  { text: '$[', max: 25, name: 'arithmetic expansions' },
] as const

/** Bounds the sum of what is scanned. */
const MAX_WORK = 300_000

/** Bash removes NUL, and uses 0x01 and 0x7F internally to mark quoted characters. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
export const UNREADABLE = /[\0\x01\x7f]/

/** What a text is besides its tree. */
export type Tree = {
  readonly script: ParsedScript
  /** It is not valid bash; the tree holds what could be read. */
  readonly isInvalid: boolean
  /** Bash may read something else in it. */
  readonly isAmbiguous: boolean
  /** It evaluates variables as arithmetic, which runs the substitutions in their subscripts. */
  readonly hasArithmetic: boolean
  /** A substitution stands in quotes behind what looks like a subscript. */
  readonly hidesSubscript: boolean
}

/** Why a text cannot be read at all. */
export type Refusal = 'too-large' | 'too-deep' | 'control-character'

/** Reads a text. Never throws, and takes bounded time. */
export function readTree(text: string): Tree | Refusal {
  if (text.length > LIMITS.text) return 'too-large'
  if (UNREADABLE.test(text)) return 'control-character'
  if (PARSER_LIMITS.some((limit) => exceeds(text, limit)) || hasCostlyBraces(text)) return 'too-large'
  try {
    return inspect(parse(text), text)
  } catch {
    return 'too-deep'
  }
}

/** An own stack, because a call per level would let a nested command exhaust ours. */
function inspect(script: ParsedScript, text: string): Tree | Refusal {
  const found = {
    isInvalid: false,
    isAmbiguous: OLD_ARITHMETIC.test(text),
    hasArithmetic: false,
    hidesSubscript: false,
  }
  const open: Open[] = [{ nodes: [script], depth: 0, source: text }]
  let work = 0
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.nodes.pop()
    if (node === undefined) {
      open.pop()
      continue
    }
    work += workFor(node)
    if (work > MAX_WORK) return 'too-large'
    if (level.depth >= LIMITS.depth) return 'too-deep'
    // A script in backticks with escapes is parsed from its unescaped text, so its positions point into that text.
    const source = node.type === 'Script' ? (node.source ?? level.source) : level.source
    note(node, source, found)
    const nodes: SyntaxNode[] = []
    forEachChild(node, (child) => void nodes.push(child))
    if (nodes.length > 0) open.push({ nodes, depth: level.depth + 1, source })
  }
  return { script, ...found }
}

type Open = { readonly nodes: SyntaxNode[]; readonly depth: number; readonly source: string }

function note(
  node: SyntaxNode,
  source: string,
  found: { -readonly [K in keyof Omit<Tree, 'script'>]: boolean },
): void {
  if (node.type === 'Script' && (node.errors?.length ?? 0) > 0) found.isInvalid = true
  found.isAmbiguous ||= hasTwoReadings(node, source) || isQuotedArithmetic(node, source)
  found.hasArithmetic ||= isArithmetic(node, source)
  found.hidesSubscript ||= isQuotedText(node) && hidesSubstitution(node.value)
}

function isQuotedText(
  node: SyntaxNode,
): node is Extract<SyntaxNode, { type: 'Literal' | 'SingleQuoted' | 'AnsiCQuoted' }> {
  return node.type === 'Literal' || node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted'
}

/** Every nested script and expansion is scanned once more for each level above it. */
function workFor({ type, pos, end }: SyntaxNode): number {
  if (type === 'Script') return 250 + end - pos
  return type.endsWith('Expansion') ? 4 + end - pos : 4
}

function isQuotedArithmetic(node: SyntaxNode, source: string): boolean {
  const isOne =
    node.type === 'ArithmeticExpansion' ||
    node.type === 'ArithmeticCommand' ||
    (node.type === 'ParameterExpansion' && node.index !== undefined)
  return isOne && quotesSubstitution(source.slice(node.pos, node.end))
}

function isArithmetic(node: SyntaxNode, source: string): boolean {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others evaluate nothing
  switch (node.type) {
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
    case 'ArithmeticExpansion':
      return true
    case 'Assignment':
      return node.index !== undefined && !/^\d+$/.test(node.index.text)
    case 'ParameterExpansion':
      return (
        node.prefix === '!' ||
        node.operation?.type === 'Slice' ||
        (node.index !== undefined && !/^[@*\d]+$/.test(node.index.text))
      )
    case 'TestCommand':
      return /\s-(?:eq|ne|lt|le|gt|ge|v)\s/.test(source.slice(node.pos, node.end))
    default:
      return false
  }
}

/** True when a text has more of something than the parser takes in good time. */
export function exceeds(text: string, { text: piece, max }: (typeof PARSER_LIMITS)[number]): boolean {
  let at = -1
  for (let count = 0; count <= max; count++) {
    at = text.indexOf(piece, at + 1)
    if (at === -1) return false
  }
  return true
}
