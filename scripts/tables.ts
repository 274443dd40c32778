import type { SubjectSpec } from '../src/core/event.ts'

/** A Markdown table; `|` in a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** What a matcher is tested on, in words; empty when there is nothing. */
export function subjectOf(subject: SubjectSpec | undefined): string {
  if (subject === undefined) return ''
  if (subject === 'tool') return 'tool name'
  if (subject === 'command') return 'command line'
  if ('path' in subject) return subject.basename ? 'base name of the file' : 'path of the file'
  if ('argument' in subject) return `\`${subject.argument}\` of the tool`
  return subject.basename ? `base name of \`${subject.field}\`` : `\`${subject.field}\``
}
