import { unrollValues } from './indents.ts'
import {
  columnOf,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDocumentMark,
  isFlowMark,
  isInFlow,
  isSpaceOrEnd,
  problem,
  skipBlanks,
  skipBreak,
  TAB,
  type Scan,
} from './scan-state.ts'

const COLON = 0x3a
const HASH = 0x23

/** Reads a scalar without quotes. Line ends in it are spaces in the value. */
export function scanPlain(scan: Scan): string {
  unrollValues(scan)
  const { text } = scan
  const indent = scan.indent + 1
  const start = scan.at
  let value = ''
  let isLineStart = false
  for (;;) {
    const from = scan.at
    scan.isAfterComment = text.charCodeAt(from) === HASH
    if (scan.isAfterComment || isDocumentMark(scan)) break
    skipWord(scan)
    if (scan.at === from) break
    isLineStart = false
    value = value === '' ? text.slice(from, scan.at) : `${value} ${text.slice(from, scan.at)}`
    if (!isSpaceOrEnd(text.charCodeAt(scan.at))) break
    isLineStart = skipToNextWord(scan, { indent, start })
    if (!isInFlow(scan) && columnOf(scan) < indent) break
  }
  if (isLineStart) scan.mayStartKey = true
  return value
}

/** Up to what ends a scalar, or to a space. */
function skipWord(scan: Scan): void {
  const { text } = scan
  const inFlow = isInFlow(scan)
  for (;;) {
    const code = text.charCodeAt(scan.at)
    if (isSpaceOrEnd(code) || (inFlow && isFlowMark(code))) return
    if (code === COLON) {
      const next = text.charCodeAt(scan.at + 1)
      if (isSpaceOrEnd(next) || (inFlow && isFlowMark(next))) return
    }
    scan.at += 1
  }
}

/** True when a line ended. */
function skipToNextWord(
  scan: Scan,
  { indent, start }: { readonly indent: number; readonly start: number },
): boolean {
  const { text } = scan
  let hasBreak = false
  for (;;) {
    const code = text.charCodeAt(scan.at)
    if (isBreak(code)) {
      skipBreak(scan)
      hasBreak = true
    } else if (code === TAB && hasBreak && columnOf(scan) < indent) {
      skipBlanks(scan)
      const next = text.charCodeAt(scan.at)
      if (!isBreakOrEnd(next) && next !== HASH) throw problem('a tab indents a scalar', start)
    } else if (isBlank(code)) scan.at += 1
    else return hasBreak
  }
}
