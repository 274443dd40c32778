import { printable, type Style } from './style.ts'
import { USUAL_COLUMNS, wrapAll } from './wrap.ts'

/** Least room in which a column is worth breaking a text into. */
const NARROWEST = 24

/**
 * Columns padded to their widest cell. Where that is too wide, the last column is broken into lines; where that leaves
 * it too narrow, it goes below the others; and where those do not fit either, each row is a list of its cells. Nothing
 * is cut off.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  columns: number = USUAL_COLUMNS,
): readonly string[] {
  const all = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const lead = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = columns - lead
  const isWhole = (widths.at(-1) ?? 0) <= room
  if (!isWhole && lead - GAP.length > columns) return cards(all, columns, style)
  const padded = (row: readonly string[]): string =>
    row
      .slice(0, -1)
      .map((cell, column) => cell.padEnd(widths[column] ?? 0) + GAP)
      .join('')
  const lines = all.map((row) => {
    const [start, last] = [padded(row), row.at(-1) ?? '']
    if (isWhole) return [start + last]
    if (room < NARROWEST) return [start.trimEnd(), ...wrapAll(last, columns - 4).map((line) => `    ${line}`)]
    const [first = '', ...more] = wrapAll(last, room)
    return [start + first, ...more.map((line) => ' '.repeat(lead) + line)]
  })
  const [first = [], ...others] = lines
  return [...first.map(style.dim), ...others.flat()]
}

const GAP = '  '

/** The first cell, and below it the others with their names. */
function cards(
  [head = [], ...rows]: readonly (readonly string[])[],
  columns: number,
  style: Style,
): readonly string[] {
  return rows.flatMap(([title = '', ...cells]) => {
    const parts = cells.map((cell, index) => `${(head[index + 1] ?? '').toLowerCase()} ${cell}`)
    const lines: string[] = []
    for (const part of parts) {
      const joined = `${lines.at(-1) ?? ''} · ${part}`
      if (lines.length > 0 && joined.length <= columns - 4) lines[lines.length - 1] = joined
      else lines.push(part)
    }
    const body = lines.flatMap((line) => {
      const [first = '', ...more] = wrapAll(line, columns - 4)
      return [`  ${first}`, ...more.map((each) => `    ${each}`)]
    })
    return [style.bold(title), ...body]
  })
}
