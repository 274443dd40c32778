import { readWords, type Piece } from './pieces.ts'

/** `text` is what a person would point at; `index` is where it starts. */
export type ShellSyntax = { readonly text: string; readonly index: number }

/*
 * Only what a shell would act on AND a person is likely to mean that way. Left out on purpose: `?`, `[` and
 * `{a,b}`, which are far more often part of a URL, an index or JSON, and which `sh` leaves alone when no
 * file matches; `NAME=value` after the program, which is an ordinary argument to every shell.
 */
const OPERATOR = /\|\||\|&|\||&&|&>>|&>|&|;;|;|>>|>&|>\||>|<<<|<<-|<<|<&|<>|<|[()]|\*\*|\*/
const EXPANSION = /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-]|\{|\()|`/
const ANYTHING = new RegExp(`${OPERATOR.source}|${EXPANSION.source}`)
const PROTECTED = /\\[\s\S]/g
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const HOME = /^~[\w.+-]*(?:\/|$)/
/** Words that only a shell knows, when they stand where the program should. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  '! . : [[ { case cd eval exit export for function if set source trap unset until while'.split(' '),
)

/** The first thing in a command line that a shell would act on and that is a plain argument without one. */
export function findShellSyntax(text: string): ShellSyntax | undefined {
  for (const [at, { pieces, lineBreak }] of readWords(text).entries()) {
    if (at > 0 && lineBreak !== undefined) return { text: 'line break', index: lineBreak }
    const found = syntaxInWord(pieces, { first: at === 0 })
    if (found) return found
  }
  return undefined
}

function syntaxInWord(word: readonly Piece[], { first }: { first: boolean }): ShellSyntax | undefined {
  const [head] = word
  if (head === undefined) return undefined
  const prefix = head.kind === 'plain' ? syntaxAtStart(head, { first, alone: word.length === 1 }) : undefined
  if (prefix) return prefix
  for (const [at, piece] of word.entries()) {
    const found = syntaxInPiece(piece, word[at + 1])
    if (found) return found
  }
  return undefined
}

function syntaxAtStart(
  head: Piece,
  { first, alone }: { first: boolean; alone: boolean },
): ShellSyntax | undefined {
  const assigned = first ? ASSIGNMENT.exec(head.raw) : null
  if (assigned) return { text: assigned[0], index: head.index }
  if (first && alone && SHELL_WORDS.has(head.raw)) return { text: head.raw, index: head.index }
  const home = HOME.exec(head.raw)
  return home ? { text: home[0], index: head.index } : undefined
}

function syntaxInPiece(piece: Piece, next: Piece | undefined): ShellSyntax | undefined {
  if (piece.kind === 'double') return firstMatch(EXPANSION, piece)
  if (piece.kind !== 'plain') return undefined
  return firstMatch(ANYTHING, piece) ?? dollarQuote(piece, next)
}

function firstMatch(pattern: RegExp, piece: Piece): ShellSyntax | undefined {
  const visible = piece.raw.replace(PROTECTED, (pair) => (pair === '\\\n' ? '' : '  '))
  const found = pattern.exec(visible)
  return found ? { text: found[0], index: piece.index + found.index } : undefined
}

/** `$'…'` and `$"…"` are quotes of their own in bash. */
function dollarQuote(piece: Piece, next: Piece | undefined): ShellSyntax | undefined {
  const quote = next?.raw[0]
  if (!piece.raw.endsWith('$') || (quote !== "'" && quote !== '"')) return undefined
  return { text: `$${quote}`, index: piece.index + piece.raw.length - 1 }
}
