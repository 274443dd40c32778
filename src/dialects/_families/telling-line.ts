/** Lines in which a runtime says what went wrong, most telling first. */
const ERRORS: readonly { readonly line: RegExp; readonly which: 'first' | 'last' }[] = [
  // Python ends its trace with the error; a chain of errors ends with the one that ended the program.
  {
    line: /^(?:[A-Za-z_]\w*\.)*\w*(?:Error|Exception|Exit|Interrupt|Warning)(?: \[\w+\])?(?::\s.*)?$/,
    which: 'last',
  },
  { line: /^Uncaught (?:\w+Error|.+)$/, which: 'first' },
  { line: /^Exception in thread ".*" \S+/, which: 'first' },
  { line: /^(?:panic|fatal error): /, which: 'first' },
  { line: /^thread '.*' panicked at /, which: 'first' },
  { line: /^\S+:\d+:in [`'].*: .*\(\w+(?:::\w+)*\)$/, which: 'first' },
  { line: /^(?:PHP )?Fatal error: /, which: 'first' },
  { line: /^\S.*: (?:line )?\d+: .+$/, which: 'last' },
]

/** A sign that the text is a trace, so that its first line says little. */
const TRACE =
  /^Traceback \(most recent call last\)|^\s+at \S.*:\d+|^\s+File ".*", line \d+|^Exception in thread |^goroutine \d+|^\s+from \S+:\d+:in |^\S+:\d+:in |^node:|^file:\/\/|: (?:line )?\d+: |^thread '.*' panicked/m

const PLACES: readonly RegExp[] = [
  /^\s+at (?:.*\()?((?:file:\/\/|[A-Za-z]:)?[^()\s]*:\d+:\d+)\)?$/m,
  /^((?:file:\/\/)?[/.][^\s:]*:\d+)$/m,
]
const PYTHON_PLACE = /^\s+File "([^"]+)", line (\d+)/gm

/**
 * Returns the line of a program's complaint that says why it died, with the place where a trace names one; the first
 * line of any other text.
 */
export function tellingLine(said: string): string {
  const lines = said.split('\n').map((line) => line.trimEnd())
  const [first = ''] = lines
  if (lines.length === 1 || !TRACE.test(said)) return first
  for (const { line, which } of ERRORS) {
    const found = lines.filter((each) => line.test(each))
    const told = which === 'first' ? found[0] : found.at(-1)
    if (told !== undefined) return withPlace(told, said)
  }
  return first
}

/** A line that names its place already stays as it is. */
function withPlace(line: string, said: string): string {
  const place = placeIn(said)
  return place === undefined || /:\d+/.test(line) ? line : `${line} (${place})`
}

function placeIn(said: string): string | undefined {
  const python = [...said.matchAll(PYTHON_PLACE)].at(-1)
  if (python !== undefined) return `${python[1]}:${python[2]}`
  const found = PLACES.map((place) => place.exec(said)?.[1]).find(
    (each) => each !== undefined && !each.startsWith('node:'),
  )
  return found?.replace(/^file:\/\//, '')
}
