import { readWords, type Piece, type Word } from './pieces.ts'

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
export function findShellSyntax(
  text: string,
  { scripts = 'checked' }: { readonly scripts?: 'checked' | 'passed-over' } = {},
): ShellSyntax | undefined {
  const words = readWords(text)
  const script = scripts === 'passed-over' ? scriptAt(words) : undefined
  for (const [at, { pieces, lineBreak }] of words.entries()) {
    if (at > 0 && lineBreak !== undefined) return { text: 'line break', index: lineBreak }
    if (at === script && pieces.every(({ kind }) => kind !== 'plain')) continue
    const found = syntaxInWord(pieces, { first: at === 0 })
    if (found) return found
  }
  return undefined
}

const SHELLS = /^(?:.*\/)?(?:sh|bash|dash|zsh|ksh)$/
const ENV = /^(?:.*\/)?env$/

/** Returns which word is the script of `bash -c "…"`, which a shell reads after all. */
function scriptAt(words: readonly Word[]): number | undefined {
  const values = words.map(({ pieces }) => pieces.map(({ value }) => value).join(''))
  const program = ENV.test(values[0] ?? '') ? 1 : 0
  if (!SHELLS.test(values[program] ?? '')) return undefined
  for (let at = program + 1; /^[-+]/.test(values[at] ?? ''); at += 1) {
    const option = values[at] ?? ''
    if (/^-[A-Za-z]*c/.test(option)) return at + 1
    // `-o pipefail` takes a word of its own.
    if (/^[-+][A-Za-z]*[oO]$/.test(option)) at += 1
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
