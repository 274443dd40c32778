import { columnOf, isInFlow, problem, type Scan } from './scan-state.ts'

const MOST_CHARACTERS = 1024

/** The token that comes next may turn out to be a key. */
export function saveKey(scan: Scan): void {
  if (!scan.mayStartKey) return
  const isRequired = !isInFlow(scan) && scan.indent === columnOf(scan) && scan.indents.at(-1)?.closes === true
  scan.keys[scan.keys.length - 1] = {
    isPossible: true,
    isRequired,
    token: scan.taken + scan.tokens.length,
    at: scan.at,
    line: scan.line,
    column: columnOf(scan),
  }
}

export function removeKey(scan: Scan): void {
  const key = scan.keys.at(-1)
  if (!key?.isPossible) return
  if (key.isRequired) throw problem('a key without ":"', key.at)
  key.isPossible = false
}

/** Keys in blocks are on one line, and no key is very long. */
export function expireKeys(scan: Scan): void {
  for (const key of scan.keys) {
    if (!key?.isPossible) continue
    const isOver = (!isInFlow(scan) && key.line < scan.line) || key.at + MOST_CHARACTERS < scan.at
    if (!isOver) continue
    if (key.isRequired) throw problem('a key without ":"', key.at)
    key.isPossible = false
  }
}

/** The first token cannot be handed out while a key token may have to come before it. */
export function mayBeKey(scan: Scan): boolean {
  return scan.keys.some((key) => key?.isPossible === true && key.token === scan.taken)
}
