import { diffLines, type LineMarks } from './line-diff.ts'

/** Lines around a change that did not change. */
const CONTEXT = 3

/** One step through both sides: an equal line, or one that only one side has. */
type Step = { readonly sign: ' ' | '-' | '+'; readonly line: string }

/** The hunks of a unified diff, without a header of names. */
export function unifiedDiff(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const steps = stepsOf(old, fresh, diffLines(old, fresh))
  return hunksOf(steps)
    .map((hunk) => printHunk(steps, hunk))
    .join('')
}

/** Each with its end. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Between equal lines, those that go come before those that come. */
function stepsOf(before: readonly string[], after: readonly string[], marks: LineMarks): readonly Step[] {
  const steps: Step[] = []
  for (let old = 0, fresh = 0; old < before.length || fresh < after.length;) {
    if (marks.removed[old] === 1) steps.push({ sign: '-', line: before[old++] as string })
    else if (marks.added[fresh] === 1) steps.push({ sign: '+', line: after[fresh++] as string })
    else {
      steps.push({ sign: ' ', line: before[old++] as string })
      fresh += 1
    }
  }
  return steps
}

type Hunk = { readonly from: number; readonly to: number }

/** Changes whose surroundings touch share a hunk. */
function hunksOf(steps: readonly Step[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  for (const [index, { sign }] of steps.entries()) {
    if (sign === ' ') continue
    const from = Math.max(0, index - CONTEXT)
    const to = Math.min(steps.length, index + CONTEXT + 1)
    const last = hunks.at(-1)
    if (last && from <= last.to) hunks[hunks.length - 1] = { from: last.from, to }
    else hunks.push({ from, to })
  }
  return hunks
}

function printHunk(steps: readonly Step[], { from, to }: Hunk): string {
  const range = (own: '-' | '+'): string => {
    const isOwn = ({ sign }: Step): boolean => sign === own || sign === ' '
    const start = steps.slice(0, from).filter(isOwn).length
    const length = steps.slice(from, to).filter(isOwn).length
    if (length === 1) return `${start + 1}`
    return length === 0 ? `${start},0` : `${start + 1},${length}`
  }
  const lines = steps.slice(from, to).map(printStep)
  return `@@ -${range('-')} +${range('+')} @@\n${lines.join('')}`
}

function printStep({ sign, line }: Step): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`
}
