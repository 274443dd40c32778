import { printable } from './style.ts'

/** Columns padded to their widest cell; the last one is left ragged. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) =>
    row.map((cell, column) => cell.padEnd(column === row.length - 1 ? 0 : (widths[column] ?? 0))).join('  '),
  )
}
