import type { Issue, Place } from '../../core/issue.ts'

/** One issue on one line, for stderr. */
export function issueLine({ place, message, hint, severity }: Issue): string {
  const where = placeText(place)
  const level = severity === 'error' ? '' : `${severity}: `
  return `${where === '' ? '' : `${where}: `}${level}${message}${hint === undefined ? '' : ` ${hint}`}`
}

export function placeText({ file, line, column, hook }: Place): string {
  if (file === undefined) return hook === undefined ? '' : `hook ${hook}`
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`
}
