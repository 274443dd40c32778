import type { Issue, Place } from '../../core/issue.ts'
import { printable } from './style.ts'

/** One issue on one line, for stderr. */
export function issueLine({ place, message, hint, severity }: Issue): string {
  const where = place.hook === undefined ? fileText(place, message) : aboutHook(place, message)
  const level = severity === 'error' ? '' : `${severity}: `
  return oneLine(
    `${where === '' ? '' : `${where}: `}${level}${message}${hint === undefined ? '' : ` ${hint}`}`,
  )
}

/** What belongs to an issue and needs lines of its own, for a person who watches. */
export function detailLines({ detail }: Issue): readonly string[] {
  if (detail === undefined) return []
  return detail
    .trimEnd()
    .split('\n')
    .map((line) => `  ${printable(line)}`)
}

/** How every line about a hook begins: `hook ID (FILE:LINE:COLUMN)`. */
function aboutHook(place: Place, message: string): string {
  const file = fileText(place, message)
  return `hook ${place.hook ?? ''}${file === '' ? '' : ` (${file})`}`
}

export function placeText(place: Place): string {
  const file = fileText(place, '')
  return file === '' && place.hook !== undefined ? `hook ${place.hook}` : file
}

/** Texts from files, hooks and hosts; none of them may begin a line of its own or steer the terminal. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, ' '))
}

/** A hook of a program has an empty file; a file that the sentence names is not named twice. */
function fileText({ file = '', line, column }: Place, message: string): string {
  if (line !== undefined && file !== '') return `${file}:${line}:${column ?? 1}`
  return file === '' || message.includes(file) ? '' : file
}
