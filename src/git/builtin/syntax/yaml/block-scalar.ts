import { unrollValues } from './indents.ts'
import {
  columnOf,
  isBreak,
  isBreakOrEnd,
  isDocumentMark,
  problem,
  skipBlanks,
  skipBreak,
  skipLine,
  SPACE,
  TAB,
  type Scan,
} from './scan-state.ts'

const HASH = 0x23

/** Reads a scalar that starts with `|` or `>`. Its value is the text of its lines. */
export function scanBlockScalar(scan: Scan): string {
  unrollValues(scan)
  const start = scan.at
  const given = scanHeader(scan)
  const parent = scan.indent
  const least = Math.max(parent, -1) + 1
  const indent = given === undefined ? findIndent(scan, { least, start }) : (parent < 0 ? 0 : parent) + given
  if (given !== undefined) skipToContent(scan, indent)
  refuseStart(scan, { indent, parent })
  const from = scan.at
  let end = from
  while (columnOf(scan) === indent && scan.at < scan.text.length && !isDocumentMark(scan)) {
    skipLine(scan)
    end = scan.at
    skipToContent(scan, indent)
  }
  return `${scan.text.slice(from, end)}\n`
}

/** The indentation it states. */
function scanHeader(scan: Scan): number | undefined {
  const start = scan.at
  const found = /[|>](?:[+-]([0-9])?|([0-9])[+-]?)?/y
  found.lastIndex = start
  const [header = '', after, before] = found.exec(scan.text) ?? []
  scan.at += header.length
  const digit = after ?? before
  if (digit === '0') throw problem('an indentation of 0 for a block scalar', start)
  const end = scan.at
  skipBlanks(scan)
  if (scan.text.charCodeAt(scan.at) === HASH) {
    if (scan.at === end) throw problem('no space stands before a comment', end)
    skipLine(scan)
  }
  if (!isBreakOrEnd(scan.text.charCodeAt(scan.at))) {
    throw problem('text stands on the first line of a block scalar', scan.at)
  }
  if (scan.at < scan.text.length) skipBreak(scan)
  return digit === undefined ? undefined : Number(digit)
}

/** Past empty lines, and over at most `indent` spaces. */
function skipToContent(scan: Scan, indent: number): void {
  for (;;) {
    while (columnOf(scan) < indent && scan.text.charCodeAt(scan.at) === SPACE) scan.at += 1
    if (!isBreak(scan.text.charCodeAt(scan.at))) return
    skipBreak(scan)
  }
}

/** The column of the first line that is not empty. */
function findIndent(
  scan: Scan,
  { least, start }: { readonly least: number; readonly start: number },
): number {
  let widest = 0
  for (;;) {
    while (scan.text.charCodeAt(scan.at) === SPACE) scan.at += 1
    const code = scan.text.charCodeAt(scan.at)
    if (code === TAB && columnOf(scan) < Math.max(least, 1)) {
      throw problem('a block scalar starts with a tab', start)
    }
    if (!isBreak(code)) break
    widest = Math.max(widest, columnOf(scan))
    skipBreak(scan)
  }
  const column = columnOf(scan)
  if (column >= least && scan.at < scan.text.length && widest > column) {
    throw problem('an empty line is indented more than the first line of a block scalar', scan.at)
  }
  return Math.max(column, least)
}

function refuseStart(
  scan: Scan,
  { indent, parent }: { readonly indent: number; readonly parent: number },
): void {
  const column = columnOf(scan)
  const isText = !isBreakOrEnd(scan.text.charCodeAt(scan.at))
  if (isText && column < indent && column > Math.max(parent, 0) && scan.text.charCodeAt(scan.at) !== HASH) {
    throw problem('a line of a block scalar is not indented enough', scan.at)
  }
}
