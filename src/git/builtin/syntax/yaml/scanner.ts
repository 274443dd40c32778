import { shown } from '../problem.ts'
import { scanBlockScalar } from './block-scalar.ts'
import { rollIndent, rollOneColumn, unrollIndent } from './indents.ts'
import { scanPlain } from './plain.ts'
import { scanAnchor, scanDirective, scanTag, skipAfterDocument } from './properties.ts'
import { scanQuoted } from './quoted.ts'
import {
  columnOf,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDocumentMark,
  isFlowMark,
  isInFlow,
  isSpaceOrEnd,
  LF,
  CR,
  problem,
  push,
  skipBlanks,
  skipBreak,
  skipLine,
  SPACE,
  TAB,
  type Scan,
  type Token,
} from './scan-state.ts'
import { expireKeys, mayBeKey, removeKey, saveKey } from './simple-keys.ts'

/** More brackets than any parser of ours goes into. */
const MOST_BRACKETS = 255

/** The next token, which stays. */
export function peek(scan: Scan): Token {
  while (scan.tokens.length === 0 || (!scan.hasEnded && needsMore(scan))) fetch(scan)
  return scan.tokens[0] as Token
}

export function take(scan: Scan): Token {
  const token = peek(scan)
  scan.tokens.shift()
  scan.taken += 1
  return token
}

function needsMore(scan: Scan): boolean {
  expireKeys(scan)
  return mayBeKey(scan)
}

function fetch(scan: Scan): void {
  skipToToken(scan)
  expireKeys(scan)
  const { text, at } = scan
  unrollIndent(scan, columnOf(scan))
  if (at >= text.length) return fetchEnd(scan)
  const { isAfterJson, isAfterComment } = scan
  scan.isAfterJson = false
  scan.isAfterComment = false
  if (columnOf(scan) === 0) {
    if (text[at] === '%' && !isInFlow(scan)) return scanDirective(scan)
    if (isDocumentMark(scan)) return fetchDocument(scan)
  }
  // The text would go on if no comment stood before it.
  if (isAfterComment && !isInFlow(scan) && columnOf(scan) > scan.indent) {
    throw problem('a comment stands inside a scalar', at)
  }
  fetchByMark(scan, isAfterJson)
}

function fetchByMark(scan: Scan, isAfterJson: boolean): void {
  const mark = scan.text[scan.at] as string
  const next = scan.text.charCodeAt(scan.at + 1)
  const endsHere = isSpaceOrEnd(next) || (isInFlow(scan) && isFlowMark(next))
  switch (mark) {
    case '[':
    case '{':
      return fetchOpening(scan, mark)
    case ']':
    case '}':
      return fetchClosing(scan, mark)
    case ',':
      return fetchComma(scan)
    case '-':
      if (isSpaceOrEnd(next)) return fetchEntry(scan)
      if (endsHere) throw problem('"-" is no scalar', scan.at)
      return fetchPlain(scan)
    case '?':
      return endsHere ? fetchKey(scan) : fetchPlain(scan)
    case ':':
      return endsHere || (isInFlow(scan) && isAfterJson) ? fetchValue(scan) : fetchPlain(scan)
    case '*':
    case '&':
      return fetchProperty(scan, () => scanAnchor(scan, mark === '&' ? 'anchor' : 'alias'))
    case '!':
      return fetchProperty(scan, () => scanTag(scan))
    case '"':
    case "'":
      return fetchQuoted(scan)
    case '|':
    case '>':
      if (!isInFlow(scan)) return fetchBlockScalar(scan)
  }
  if ('|>%@`'.includes(mark)) throw problem(`unexpected ${shown(scan.text, scan.at)}`, scan.at)
  return fetchPlain(scan)
}

/** Past space, comments and line ends. */
function skipToToken(scan: Scan): void {
  const { text } = scan
  let isLeading = scan.at === scan.lineStart
  for (;;) {
    const code = text.charCodeAt(scan.at)
    if (code === SPACE) scan.at += 1
    else if (code === LF || code === CR) {
      skipBreak(scan)
      isLeading = true
      if (!isInFlow(scan)) scan.mayStartKey = true
    } else if (code === TAB) skipTab(scan, isLeading)
    else if (code === 0x23) skipComment(scan)
    else if (code === 0xfeff) scan.lineStart = scan.at += 1
    else return
  }
}

function skipTab(scan: Scan, isLeading: boolean): void {
  const isIndentation = isLeading && scan.indents.length > 0 && columnOf(scan) < scan.indent
  skipBlanks(scan)
  const next = scan.text.charCodeAt(scan.at)
  if (isIndentation && !isBreakOrEnd(next) && next !== 0x23) throw problem('a tab indents a block', scan.at)
}

function skipComment(scan: Scan): void {
  const before = scan.text.charCodeAt(scan.at - 1)
  if (scan.at > scan.lineStart && !isBlank(before)) {
    throw problem('no space stands before a comment', scan.at)
  }
  skipLine(scan)
}

function fetchEnd(scan: Scan): void {
  unrollIndent(scan, -1)
  const open = scan.brackets.at(-1)
  if (open) throw problem(`"${open.mark}" is not closed`, open.at)
  removeKey(scan)
  scan.mayStartKey = false
  scan.hasEnded = true
  push(scan, { kind: 'end', at: scan.at })
}

function fetchDocument(scan: Scan): void {
  const open = scan.brackets.at(-1)
  if (open) throw problem(`"${open.mark}" is not closed`, open.at)
  unrollIndent(scan, -1)
  removeKey(scan)
  scan.mayStartKey = false
  const isStart = scan.text[scan.at] === '-'
  push(scan, { kind: isStart ? 'document-start' : 'document-end', at: scan.at })
  scan.at += 3
  if (!isStart) skipAfterDocument(scan)
}

function fetchOpening(scan: Scan, mark: '[' | '{'): void {
  if (scan.brackets.length === MOST_BRACKETS) throw problem('brackets are nested too deep', scan.at)
  saveKey(scan)
  rollOneColumn(scan)
  scan.brackets.push({ mark, at: scan.at })
  scan.keys.push(undefined)
  scan.mayStartKey = true
  push(scan, { kind: mark, at: scan.at })
  scan.at += 1
}

function fetchClosing(scan: Scan, mark: ']' | '}'): void {
  const open = scan.brackets.at(-1)
  if (open?.mark !== (mark === ']' ? '[' : '{')) throw problem(`unexpected "${mark}"`, scan.at)
  removeKey(scan)
  scan.brackets.pop()
  scan.keys.pop()
  scan.mayStartKey = false
  push(scan, { kind: mark, at: scan.at })
  scan.at += 1
  scan.isAfterJson = true
}

function fetchComma(scan: Scan): void {
  removeKey(scan)
  scan.mayStartKey = true
  push(scan, { kind: ',', at: scan.at })
  scan.at += 1
}

function fetchEntry(scan: Scan): void {
  if (isInFlow(scan)) throw problem('"-" stands inside brackets', scan.at)
  if (!scan.mayStartKey) throw problem('"-" cannot stand here', scan.at)
  const { at } = scan
  rollIndent(scan, columnOf(scan), { kind: 'block-sequence', at })
  scan.at += 1
  const from = scan.at
  skipBlanks(scan)
  const hasTab = scan.text.slice(from, scan.at).includes('\t')
  if (hasTab && scan.text[scan.at] === '-' && isSpaceOrEnd(scan.text.charCodeAt(scan.at + 1))) {
    throw problem('a tab indents "-"', scan.at)
  }
  const next = scan.text.charCodeAt(scan.at)
  if (isBreak(next) || isFlowMark(next)) rollOneColumn(scan)
  removeKey(scan)
  scan.mayStartKey = true
  push(scan, { kind: '-', at })
}

function fetchKey(scan: Scan): void {
  const { at } = scan
  const inFlow = isInFlow(scan)
  if (!inFlow) {
    if (!scan.mayStartKey) throw problem('"?" cannot stand here', at)
    rollIndent(scan, columnOf(scan), { kind: 'block-mapping', at })
  }
  removeKey(scan)
  scan.mayStartKey = !inFlow
  scan.at += 1
  while (scan.text.charCodeAt(scan.at) === SPACE) scan.at += 1
  if (scan.text.charCodeAt(scan.at) === TAB) throw problem('a tab stands after "?"', scan.at)
  push(scan, { kind: '?', at })
}

function fetchValue(scan: Scan): void {
  const { at } = scan
  const key = scan.keys.at(-1)
  const inFlow = isInFlow(scan)
  if (key?.isPossible) {
    if (scan.brackets.at(-1)?.mark === '[' && key.line < scan.line)
      throw problem('":" is on another line than its key', at)
    scan.tokens.splice(key.token - scan.taken, 0, { kind: '?', at: key.at })
    rollIndent(scan, key.column, { kind: 'block-mapping', at: key.at, before: key.token })
    rollOneColumn(scan)
    key.isPossible = false
    scan.mayStartKey = false
  } else {
    if (!inFlow) {
      if (!scan.mayStartKey) throw problem('":" cannot stand here', at)
      rollIndent(scan, columnOf(scan), { kind: 'block-mapping', at })
    }
    rollOneColumn(scan)
    scan.mayStartKey = !inFlow
  }
  push(scan, { kind: ':', at })
  scan.at += 1
  if (scan.text.charCodeAt(scan.at) === TAB) {
    skipBlanks(scan)
    if (scan.text[scan.at] === '-' && isSpaceOrEnd(scan.text.charCodeAt(scan.at + 1)))
      scan.mayStartKey = false
  }
}

function fetchProperty(scan: Scan, read: () => void): void {
  saveKey(scan)
  scan.mayStartKey = false
  read()
}

function fetchQuoted(scan: Scan): void {
  const { at, line } = scan
  saveKey(scan)
  scan.mayStartKey = false
  const value = scanQuoted(scan)
  push(scan, { kind: 'quoted', at, value })
  scan.isAfterJson = true
  refuseAfterQuote(scan, line)
}

/** Only what ends the scalar, or makes it a key, may follow on its line. */
function refuseAfterQuote(scan: Scan, firstLine: number): void {
  const end = scan.at
  skipBlanks(scan)
  const next = scan.text.charCodeAt(scan.at)
  const isComment = next === 0x23 && scan.at > end
  if (isBreakOrEnd(next) || isComment) return
  const isKey = scan.text[scan.at] === ':' && (isInFlow(scan) || firstLine === scan.line)
  const endsInFlow = isInFlow(scan) && ',]}'.includes(scan.text[scan.at] as string)
  if (!isKey && !endsInFlow) throw problem('text follows a quote', scan.at)
}

function fetchPlain(scan: Scan): void {
  const { at } = scan
  saveKey(scan)
  scan.mayStartKey = false
  const value = scanPlain(scan)
  if (value === '') throw problem(`unexpected ${shown(scan.text, at)}`, at)
  push(scan, { kind: 'plain', at, value })
}

function fetchBlockScalar(scan: Scan): void {
  const { at } = scan
  saveKey(scan)
  scan.mayStartKey = true
  push(scan, { kind: 'quoted', at, value: scanBlockScalar(scan) })
}
