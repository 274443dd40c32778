import { diffLines } from './diff-lines.ts'

/** What differs between two texts, for a person: `-` and `+` lines with some around them, never more than fits a screen or two. */
export type TextDiff = {
  readonly lines: readonly string[]
  /** Lines of the comparison that are not among `lines`. */
  readonly leftOut: number
}

const CONTEXT = 3
const MOST_LINES = 120
const MOST_CHARACTERS = 200

export function textDiff(before: string, after: string): TextDiff {
  const [old, next] = [linesOf(before), linesOf(after)]
  const start = commonStart(old, next)
  const end = commonStart(old.slice(start).toReversed(), next.slice(start).toReversed())
  const middle = diffLines(
    joined(old.slice(start, old.length - end)),
    joined(next.slice(start, next.length - end)),
  )
  const around = [
    ...old.slice(Math.max(0, start - CONTEXT), start).map((line) => ` ${line}`),
    ...middle,
    ...old.slice(old.length - end, old.length - end + CONTEXT).map((line) => ` ${line}`),
  ]
  const all = middle.length === 0 ? [] : withoutFar(around)
  return { lines: all.slice(0, MOST_LINES).map(shortened), leftOut: Math.max(0, all.length - MOST_LINES) }
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1
  return count
}

/** Lines that did not change and are far from those that did become one `…`. */
function withoutFar(lines: readonly string[]): readonly string[] {
  const isNear = lines.map(() => false)
  lines.forEach((line, index) => {
    if (!line.startsWith(' ')) isNear.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  })
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [line]
    return isNear[index - 1] === true ? ['…'] : []
  })
}

function shortened(line: string): string {
  const left = line.length - MOST_CHARACTERS
  return left <= 0 ? line : `${line.slice(0, MOST_CHARACTERS)}… (${left} more characters)`
}
