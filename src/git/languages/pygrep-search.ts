/** What is looked for; the regex has no memory of its last match. */
export type Search = {
  readonly regex: RegExp
  /** In the whole file at once, and only for the first match. */
  readonly multiline: boolean
  /** A file without a match is what is told. */
  readonly negate: boolean
}

/** The lines of output on one file, empty when there is nothing against it. All texts hold a character for each byte. */
export function reportOn(text: string, name: string, search: Search): string {
  if (search.negate) return isFound(text, search) ? '' : `${name}\n`
  return search.multiline ? firstMatch(text, name, search.regex) : matchingLines(text, name, search.regex)
}

function isFound(text: string, { multiline, regex }: Search): boolean {
  if (multiline) return regex.test(text)
  for (const line of linesOf(text)) if (regex.test(line)) return true
  return false
}

/** As Python reads lines of bytes: each with its `\n`, which the pattern may ask for. */
function* linesOf(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const end = text.indexOf('\n', start) + 1 || text.length
    yield text.slice(start, end)
    start = end
  }
}

function matchingLines(text: string, name: string, regex: RegExp): string {
  let report = ''
  let number = 0
  for (const line of linesOf(text)) {
    number += 1
    if (regex.test(line)) report += `${name}:${number}:${line.replace(/[\r\n]+$/, '')}\n`
  }
  return report
}

/** The line a match begins in as a whole, then the rest of the match. */
function firstMatch(text: string, name: string, regex: RegExp): string {
  const match = regex.exec(text)
  if (!match) return ''
  const lineStart = match.index === 0 ? 0 : text.lastIndexOf('\n', match.index - 1) + 1
  const number = countOf('\n', text.slice(0, lineStart)) + 1
  const lineEnd = text.indexOf('\n', lineStart)
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd)
  const [, ...others] = match[0].split('\n')
  return `${name}:${number}:${[line, ...others].join('\n')}\n`
}

function countOf(sign: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1
  return count
}
