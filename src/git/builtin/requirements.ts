import { asciiLower, compareBytes } from './binary-text.ts'

/** A requirement with its continuation lines, and the comments and empty lines above it. */
type Entry = { readonly value: string; readonly above: readonly string[]; readonly key: string }
export type RequirementProblem = { readonly line: number; readonly problem: string }

type Reading = {
  header: readonly string[]
  readonly entries: Entry[]
  above: string[]
  value: string
  valueLine: number
}

/** Broken entries that `pip freeze` of old Debian and Ubuntu releases wrote. */
const BROKEN = new Set(['pkg-resources==0.0.0\n', 'pkg_resources==0.0.0\n'])

/** The text of a requirements file, sorted by name; each entry keeps the comments above it. */
export function sortRequirements(text: string): string | RequirementProblem {
  if (isBlank(text)) return text
  const reading: Reading = { header: [], entries: [], above: [], value: '', valueLine: 0 }
  const lines = linesOf(text.endsWith('\n') ? text : `${text}\n`)
  for (const [index, line] of lines.entries()) {
    const problem = isOpen(reading.value) ? undefined : takeEntry(reading)
    if (problem) return problem
    readLine(reading, line, index + 1)
  }
  return takeEntry(reading) ?? render(reading)
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n/g) ?? []
}

function isBlank(text: string): boolean {
  return !/[^ \t\n\f\r]/.test(text)
}

/** A backslash at the end continues the entry. */
function isOpen(value: string): boolean {
  return value === '' || /\\[\r\n]*$/.test(value)
}

function readLine(reading: Reading, line: string, number: number): void {
  const blank = isBlank(line)
  const isTop = reading.header.length === 0 && reading.entries.length === 0
  if (isTop && blank && reading.above[0]?.startsWith('#')) {
    // Comments at the top that an empty line follows stay there; a value that was begun before it is dropped.
    reading.header = [...reading.above, line]
    reading.above = []
    reading.value = ''
  } else if (blank || /^[ \t\n\f\r]*#/.test(line)) {
    reading.above.push(line)
  } else {
    if (reading.value === '') reading.valueLine = number
    reading.value += line
  }
}

function takeEntry(reading: Reading): RequirementProblem | undefined {
  const { value, above, valueLine: line } = reading
  if (value === '') return undefined
  if (value.startsWith(';')) return { line, problem: 'requirement entry starts with a semicolon' }
  if (isBlank(value.slice(0, 1))) return { line, problem: 'requirement entry starts with whitespace' }
  reading.entries.push({ value, above, key: asciiLower(nameOf(value)) })
  reading.above = []
  reading.value = ''
  return undefined
}

function nameOf(value: string): string {
  for (const mark of ['#egg=', '&egg=']) {
    const at = value.indexOf(mark)
    if (at >= 0) return value.slice(at + mark.length)
  }
  const [word = ''] = value.split(/[; \t\n\f\r]/, 1)
  const comparison = word.search(/==|!=|~=|[<>]/)
  return comparison < 0 ? word : word.slice(0, comparison)
}

function render({ header, entries, above }: Reading): string {
  const kept = entries.filter(({ value }) => !BROKEN.has(value)).sort(compareEntries)
  const lines = kept.flatMap((entry, index) => [
    ...entry.above,
    ...(entry.value === kept[index - 1]?.value ? [] : [entry.value]),
  ])
  return [...header, ...lines, ...above].join('')
}

/** Of equal names the one with comments comes first. */
function compareEntries(a: Entry, b: Entry): number {
  return compareBytes(a.key, b.key) || Number(a.above.length === 0) - Number(b.above.length === 0)
}
