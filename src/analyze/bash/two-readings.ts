import type { Assignment, HereDoc, ParameterExpansionPart, Redirect, SyntaxNode } from 'unbash'

export const TWO_READINGS = 'the command can be read in two ways'

/** True where bash may read, or do, something else than what the node says. Its positions point into `source`. */
export function hasTwoReadings(node: SyntaxNode, source: string): boolean {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others mean the same to bash
  switch (node.type) {
    // Bash tries arithmetic first, and reads here-documents in it differently the second time.
    case 'Subshell':
      return source[node.pos + 1] === '('
    case 'Redirect':
      return isUnclearCopy(node)
    case 'HereDoc':
      return !endsOnItsOwnLine(node, source)
    case 'Assignment':
      return isArrayWithMore(node)
    // Bash runs substitutions in a subscript, also those in quotes.
    case 'ArrayValue':
      return node.elements.some(({ text }) => /^\[[^=]*(?:\$\(|`)/.test(text))
    case 'ArithmeticCommand':
      return mayBeSubshells(node.body)
    case 'ParameterExpansion':
      return isInvalid(node)
    // Bash keeps both characters within $'…', the parser does not.
    case 'AnsiCQuoted':
      return node.text.includes('\\\n')
    default:
      return false
  }
}

/**
 * A word behind `>&` that is not a descriptor is expanded twice, and the second time bash runs substitutions in quotes
 * too. In `<&-sh` bash ends the operator after `-` and reads `sh` as a word.
 */
function isUnclearCopy({ operator, target }: Redirect): boolean {
  return operator.endsWith('&') && !/^(?:-|\d+-?|[\w./~+@%:,][\w./~+@%:,-]*)$/.test(target?.text ?? '')
}

/** Bash reads two subshells where it finds no end of the arithmetic; the parser looks for it in another way. */
function mayBeSubshells(body: string): boolean {
  return /[;\n'"`\\]|(?<![\d{])#|\$\{[^\w#!]/.test(body)
}

/** `$[…]`, the old form of `$((…))`, with a quote, a comment or a substitution in it, which may contain the `]`. */
export const OLD_ARITHMETIC = /\$\[[^\]]*(?:["'`#\\]|[$<>]\()/

/** Bash also ends a here-document where the substitution around it ends, and reads what follows differently. */
function endsOnItsOwnLine({ closing }: HereDoc, source: string): boolean {
  return closing !== undefined && /^\n?$/.test(source.charAt(closing.end))
}

/** The parser does not read arrays with something attached, bash does. */
function isArrayWithMore({ value }: Assignment): boolean {
  return value.type === 'Word' && value.text.startsWith('(')
}

/** True for an expansion that bash does not have: bash may expand it to nothing instead of reporting an error. */
function isInvalid({ operation }: ParameterExpansionPart): boolean {
  if (operation?.type === 'Transform') return !/^[UuLQEPAKak]$/.test(operation.operand.text)
  return operation?.type === 'Unknown'
}
