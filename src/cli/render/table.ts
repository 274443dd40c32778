import { printable, type Style } from './style.ts'

/** Columns padded to their widest cell; the last one is left ragged. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const all = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const [first = '', ...others] = all.map((row) =>
    row.map((cell, column) => cell.padEnd(column === row.length - 1 ? 0 : (widths[column] ?? 0))).join('  '),
  )
  return [style.dim(first), ...others]
}
