/** What a shell says about a script that it cannot parse. */
export type ParseComplaint = {
  /** Line of the script, counted from 1. Absent: the shell does not say. */
  readonly line?: number
  /** The shell's own words. */
  readonly text: string
}

/** `NAME: line 3: …` of bash, `NAME: 3: …` of dash, `NAME:3: …` of zsh; the word for "line" is translated. */
const LINE = /^.*?:(?: -c:)?\s*(?:\p{L}+ )?(\d+):\s*(.+)$/u
const COLUMN_LESS = /^.*?: (?:syntax error at line|line) (\d+)\W+(.+)$/i

/** Reads one line of a shell's complaint. */
export function readComplaint(line: string): ParseComplaint {
  const [, number, text] = LINE.exec(line) ?? COLUMN_LESS.exec(line) ?? []
  if (number === undefined || text === undefined) return { text: line.trim() }
  return { line: Number(number), text: text.trim() }
}
