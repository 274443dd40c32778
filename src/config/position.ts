/** Both count from 1; columns are UTF-16 units, as editors count them. */
export type Position = { readonly line: number; readonly column: number }

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset))
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: before.length - lineStart + 1 }
}
