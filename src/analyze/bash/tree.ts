import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash'
import { LIMITS } from '../limits.ts'
import { hasTwoReadings, OLD_ARITHMETIC } from './two-readings.ts'

/** Above this many of each, unbash 6.0.3 needs time quadratic in the length of the text. */
const PARSER_LIMITS = [
  ['<<', 1000],
  ['{', 300],
  ['$[', 25],
] as const

/** Bash removes NUL, and uses 0x01 and 0x7F internally to mark quoted characters. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
const UNREADABLE = /[\0\x01\x7f]/

/** What a text is besides its tree. */
export type Tree = {
  readonly script: ParsedScript
  /** It is not valid bash; the tree holds what could be read. */
  readonly isInvalid: boolean
  /** Bash may read something else in it. */
  readonly isAmbiguous: boolean
  /** It evaluates variables as arithmetic, which runs the substitutions in their subscripts. */
  readonly hasArithmetic: boolean
}

/** Why a text cannot be read at all. */
export type Refusal = 'too-large' | 'too-deep' | 'control-character'

/** Reads a text. Never throws, and takes bounded time. */
export function readTree(text: string): Tree | Refusal {
  if (text.length > LIMITS.text) return 'too-large'
  if (UNREADABLE.test(text)) return 'control-character'
  if (PARSER_LIMITS.some(([piece, max]) => exceeds(text, piece, max))) return 'too-large'
  try {
    return inspect(parse(text), text)
  } catch {
    return 'too-deep'
  }
}

/** An own stack, because a call per level would let a nested command exhaust ours. */
function inspect(script: ParsedScript, text: string): Tree | Refusal {
  const found = { isInvalid: false, isAmbiguous: OLD_ARITHMETIC.test(text), hasArithmetic: false }
  const pending: Open[] = [{ node: script, depth: 0, source: text }]
  let steps = 0
  for (let open = pending.pop(); open !== undefined; open = pending.pop()) {
    const { node, depth } = open
    if (depth > LIMITS.depth) return 'too-deep'
    if (++steps > LIMITS.steps) return 'too-large'
    // A script in backticks with escapes is parsed from its unescaped text, so its positions point into that text.
    const source = node.type === 'Script' ? (node.source ?? open.source) : open.source
    if (node.type === 'Script' && (node as ParsedScript).errors?.length) found.isInvalid = true
    found.isAmbiguous ||= hasTwoReadings(node, source)
    found.hasArithmetic ||= isArithmetic(node, source)
    forEachChild(node, (child) => void pending.push({ node: child, depth: depth + 1, source }))
  }
  return { script, ...found }
}

type Open = { readonly node: SyntaxNode; readonly depth: number; readonly source: string }

function isArithmetic(node: SyntaxNode, source: string): boolean {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others evaluate nothing
  switch (node.type) {
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
    case 'ArithmeticExpansion':
      return true
    case 'ParameterExpansion':
      return (
        node.operation?.type === 'Slice' || (node.index !== undefined && !/^[@*\d]+$/.test(node.index.text))
      )
    case 'TestCommand':
      return /\s-(?:eq|ne|lt|le|gt|ge|v)\s/.test(source.slice(node.pos, node.end))
    default:
      return false
  }
}

function exceeds(text: string, piece: string, max: number): boolean {
  let at = -1
  for (let count = 0; count <= max; count++) {
    at = text.indexOf(piece, at + 1)
    if (at === -1) return false
  }
  return true
}
