/** Columns that every terminal has. */
export const USUAL_COLUMNS = 80

/** Breaks a text at spaces into lines of at most `columns`; a longer word gets a line of its own. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The same, and a longer word is broken too. */
export function wrapAll(text: string, columns: number): readonly string[] {
  return wrap(text, columns).flatMap((line) =>
    line.length <= columns ? line : (line.match(new RegExp(`.{1,${columns}}`, 'gsu')) ?? []),
  )
}

/* oxlint-disable-next-line no-control-regex -- these are the codes of colours */
const CODES = /\u001B\[\d+m/g

/** Lines that are too long for a terminal go on below, as far in as they began. Without a width nothing is broken. */
export function fitLines(lines: readonly string[], columns: number | undefined): readonly string[] {
  if (columns === undefined) return lines
  return lines.flatMap((line) => (shownLength(line) <= columns ? line : broken(line, columns)))
}

function broken(line: string, columns: number): readonly string[] {
  const indent = ' '.repeat(line.replaceAll(CODES, '').search(/\S|$/))
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    const joined = `${last ?? ''} ${word}`
    if (last !== undefined && shownLength(joined) <= columns) lines[lines.length - 1] = joined
    else if (last === undefined) lines.push(word)
    else lines.push(`${indent}${word}`)
  }
  return lines
}

function shownLength(text: string): number {
  return text.replaceAll(CODES, '').length
}
