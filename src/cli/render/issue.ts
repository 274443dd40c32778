import type { Issue } from '../../core/issue.ts'
import { placeText } from './issue-line.ts'
import { printable, type Style } from './style.ts'

/** One issue over several lines: place, sentence, the source line with a caret, hint, captured output. */
export function renderIssue(problem: Issue, excerpt: readonly string[], style: Style): readonly string[] {
  const { severity, place, message, hint, detail } = problem
  const colour = severity === 'error' ? style.red : severity === 'warning' ? style.yellow : style.cyan
  const where = placeText(place)
  return [
    `${colour(severity)}${where === '' ? '' : ` ${style.bold(printable(where))}`} ${style.dim(problem.code)}`,
    `  ${printable(message)}`,
    ...excerpt.map((line) => `  ${printable(line)}`),
    ...(hint === undefined ? [] : [`  ${style.cyan('hint')} ${printable(hint)}`]),
    ...(detail === undefined
      ? []
      : printable(detail)
          .split('\n')
          .map((line) => style.dim(`  ${line}`))),
  ]
}
