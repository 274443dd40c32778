import { issue, type Issue } from '../core/issue.ts'
import { readWords, type Piece } from './pieces.ts'

/** Splits a command line into words by prek's rules: quotes and backslashes, no expansion of any kind. */
export function splitWords(text: string): readonly string[] | Issue {
  const words = readWords(text)
  const open = words.at(-1)?.pieces.find((piece) => piece.kind === 'unclosed')
  if (open !== undefined) return unclosed(open)
  if (words.length === 0) return issue('command.empty', {}, 'The command is empty.', 'Name a program to run.')
  return words.map(({ pieces }) => pieces.map((piece) => piece.value).join(''))
}

/** One word for a POSIX shell, and for `splitWords`, whatever it contains. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function unclosed(piece: Piece): Issue {
  const message =
    piece.raw[0] === '\\'
      ? 'The command ends in a backslash.'
      : `The command has a quote (${piece.raw[0]}) at character ${piece.index + 1} that is never closed.`
  return issue('command.unclosed', {}, message, 'Close the quote, or put a backslash before a literal one.')
}
