/** Both count from 1; columns are UTF-16 units, as editors count them. */
export type Position = { readonly line: number; readonly column: number }

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset))
  return positionIn(lineStartsOf(before), before.length)
}

/** For many positions in one text. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

export function positionIn(lineStarts: readonly number[], offset: number): Position {
  let [low, high] = [0, lineStarts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 }
}
