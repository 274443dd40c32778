import type { Issue } from '../../core/issue.ts'
import { detailLines, placeText } from '../render/issue-line.ts'
import { createStyle, printable, type Style } from '../render/style.ts'

/** An issue as git users know them: `error: …`, then what caused it, then what to do. */
export function issueText(problem: Issue, options: { readonly colour: boolean }): string {
  const style = createStyle(options.colour)
  if (problem.severity === 'notice') return `${style.yellow(style.bold(printable(problem.message)))}\n`
  const [head, ...causes] = [...chain(problem), problem.message]
  const level = problem.severity === 'error' ? style.red('error') : style.yellow('warning')
  const lines = [
    `${level}: ${printable(head)}`,
    ...causes.map((cause) => `  ${style.dim('caused by')}: ${printable(cause)}`),
    ...places(problem, style),
    ...detailLines(problem),
    ...hintLines(problem, style),
  ]
  return `${lines.join('\n')}\n`
}

function hintLines({ hint, severity }: Issue, style: Style): readonly string[] {
  if (hint === undefined) return []
  const line = `${style.cyan('hint')}: ${printable(hint)}`
  return severity === 'error' ? ['', line] : [`  ${line}`]
}

/** What could not be done because of it. */
function chain({ code, place, severity }: Issue): readonly string[] {
  if (severity !== 'error') return []
  const hook = place.hook ?? ''
  if (code === 'hook.invalid') return ['Failed to init hooks', `Invalid hook \`${hook}\``]
  if (code === 'hook.not-found') return ['Failed to init hooks']
  if (code.startsWith('config.') && place.file !== undefined) return [`Failed to parse \`${place.file}\``]
  if (code === 'hook.not-started' || code === 'entry.invalid') return [`Failed to run hook \`${hook}\``]
  return []
}

function places({ place }: Issue, style: Style): readonly string[] {
  return place.line === undefined ? [] : [`  ${style.dim('at')} ${printable(placeText(place))}`]
}
