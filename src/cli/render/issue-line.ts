import type { Issue, Place } from '../../core/issue.ts'
import { printable } from './style.ts'

/** One issue on one line, for stderr. */
export function issueLine({ place, message, hint, severity }: Issue): string {
  const where = says(message, place) ? '' : placeText(place)
  const level = severity === 'error' ? '' : `${severity}: `
  return oneLine(
    `${where === '' ? '' : `${where}: `}${level}${message}${hint === undefined ? '' : ` ${hint}`}`,
  )
}

export function placeText({ file, line, column, hook }: Place): string {
  if (file === undefined) return hook === undefined ? '' : `hook ${hook}`
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`
}

/** Texts from files, hooks and hosts; none of them may begin a line of its own or steer the terminal. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, ' '))
}

function says(message: string, { file, line }: Place): boolean {
  return file !== undefined && line === undefined && message.includes(file)
}
