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
