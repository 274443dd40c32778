/** More lines than this are not compared line by line. */
const MOST = 2_000

/** Returns the lines that change, with `-` and `+` before them, and those around them with a space. */
export function diffLines(before: string, after: string): readonly string[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  if (old.length > MOST || next.length > MOST) return [...old.map(minus), ...next.map(plus)]
  const common = commonLengths(old, next)
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    const [a, b] = [old[i], next[j]]
    if (a !== undefined && a === b) {
      lines.push(` ${a}`)
      i += 1
      j += 1
    } else if (a !== undefined && (b === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(minus(a))
      i += 1
    } else {
      lines.push(plus(b ?? ''))
      j += 1
    }
  }
  return lines
}

/** Longest common subsequences of all endings of both. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: next.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      (table[i] as number[])[j] =
        old[i] === next[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
  return table
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function minus(line: string): string {
  return `-${line}`
}

function plus(line: string): string {
  return `+${line}`
}
