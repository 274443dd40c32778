import { addBare, addText, addUnknown, addWord } from '../windows/draft.ts'
import { LIMITS } from '../limits.ts'
import { report } from '../windows/output.ts'
import { methodAtEnd } from './names.ts'
import { currentCode, type Scan, type StringFrame } from './state.ts'
import { closeCode, endStatement, endWord, openCall, openCode, wordOf } from './statements.ts'

/** Reads one step at the current place, and moves behind it. */
type Step = (scan: Scan) => void

/** Without `e`, which is a letter for Windows PowerShell: an escape character in a name would only hide it. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
}

const VARIABLE = /\$(?:\{([^}]{1,200})\}|((?:\w+:)?(?:\w+|[_$?^]))|([$?^]))/y
const ASSIGNED =
  /(?:\[[^\]\n]{0,100}\]\s{0,9}){0,3}\$(?:\{([^}]{1,200})\}|((?:\w+:)?\w+))[ \t]{0,99}(?:[-+*/%]|\?\?)?=(?![=~])/y
const PLAIN = /[^\s'"`$@#<>;|&(){},[]+/y
const KEY = /\s{0,999}[\w.'"-]{1,200}[ \t]{0,99}=/y
const REDIRECTION = />>?(&[12])?/y

/** Reads the whole text. */
export function scanAll(scan: Scan): void {
  while (scan.at < scan.text.length) {
    const frame = scan.frames.at(-1)
    const before = scan.at
    if (frame?.kind === 'string') stringStep(scan, frame)
    else codeStep(scan)
    if (scan.at === before) scan.at++
  }
  if (scan.frames.length > 1) report(scan.out, 'syntax')
  while (scan.frames.length > 1) {
    if (scan.frames.at(-1)?.kind === 'code') endStatement(scan)
    scan.frames.pop()
  }
  endStatement(scan)
}

function match(scan: Scan, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text) ?? undefined
  if (found !== undefined) scan.at = pattern.lastIndex
  return found
}

const STEPS: Readonly<Record<string, Step>> = {
  "'": singleQuoted,
  '"': doubleQuoted,
  '`': escaped,
  $: dollar,
  '@': at,
  '#': comment,
  '<': blockComment,
  '>': redirection,
  ';': (scan) => endStatement(scan),
  '\n': newline,
  '|': pipe,
  '&': ampersand,
  '(': parenthesis,
  '{': brace,
  ')': closing,
  '}': closing,
  ',': (scan) => endWord(scan),
  '[': bracket,
}

function codeStep(scan: Scan): void {
  const code = currentCode(scan)
  const isStart = code.statement === 'start' && code.word === undefined
  if (isStart && code.isTable && match(scan, KEY) !== undefined) return
  const char = scan.text[scan.at] as string
  const step = Object.hasOwn(STEPS, char) ? STEPS[char] : undefined
  if (step !== undefined) return step(scan)
  if (/\s/.test(char)) return endWord(scan)
  if (char === '+' && code.statement === 'expression' && !/[+=]/.test(scan.text[scan.at + 1] ?? ''))
    return plus(scan)
  if (isStart && char === '.' && /\s/.test(scan.text[scan.at + 1] ?? '')) code.isCalled = true
  else addBare(wordOf(scan), match(scan, PLAIN)?.[0] ?? char)
}

/** Between two values it needs no blanks around it. */
function plus(scan: Scan): void {
  endWord(scan)
  addText(wordOf(scan), '+')
  scan.at++
  endWord(scan)
}

/** A text in single quotes, in which two of them are one. */
function singleQuoted(scan: Scan): void {
  const draft = wordOf(scan, { isValue: true, isQuoted: true })
  for (let from = scan.at + 1; ;) {
    const end = scan.text.indexOf("'", from)
    if (end === -1) return giveUp(scan)
    addText(draft, scan.text.slice(from, end))
    scan.at = end + 1
    if (scan.text[end + 1] !== "'") return
    addText(draft, "'")
    from = end + 2
  }
}

/** Nothing behind a quote or a comment that is never closed can be read. */
function giveUp(scan: Scan): void {
  report(scan.out, 'syntax')
  scan.at = scan.text.length
}

function doubleQuoted(scan: Scan): void {
  wordOf(scan, { isValue: true, isQuoted: true })
  scan.frames.push({ kind: 'string', close: '"' })
  scan.at++
}

const STRING_RUN = /[^"`$\n]+/y

function stringStep(scan: Scan, { close }: StringFrame): void {
  const draft = wordOf(scan)
  const { text, at: here } = scan
  const run = match(scan, STRING_RUN)
  if (run !== undefined) return addText(draft, run[0])
  if (text[here] === '`') return escaped(scan)
  if (text[here] === '$') return dollar(scan)
  if (close === '"@' && text.startsWith('\n"@', here)) return endString(scan, 3)
  if (close === '"' && text[here] === '"' && text[here + 1] !== '"') return endString(scan, 1)
  addText(draft, text[here] as string)
  scan.at += close === '"' && text[here] === '"' ? 2 : 1
}

function endString(scan: Scan, length: number): void {
  scan.frames.pop()
  scan.at += length
}

/** A backtick takes the meaning from the next character, or gives it one. */
function escaped(scan: Scan): void {
  const next = scan.text[scan.at + 1] ?? ''
  const isString = scan.frames.at(-1)?.kind === 'string'
  scan.at += 2
  if (next === '\n' && !isString) return endWord(scan)
  const unicode = next === 'u' ? match(scan, /\{([\da-fA-F]{1,6})\}/y)?.[1] : undefined
  const code = unicode === undefined ? undefined : parseInt(unicode, 16)
  const decoded =
    code !== undefined && code <= 0x10_ff_ff ? String.fromCodePoint(code) : (ESCAPES[next] ?? next)
  addText(wordOf(scan), decoded)
}

function dollar(scan: Scan): void {
  const code = currentCode(scan)
  if (code.statement === 'start' && code.word === undefined && !code.isCalled && assignment(scan)) return
  if (scan.text[scan.at + 1] === '(') {
    scan.at += 2
    return openCode(scan, ')', { isPart: true })
  }
  const draft = wordOf(scan, { isValue: true })
  const found = match(scan, VARIABLE)
  if (found === undefined) {
    scan.at++
    return addText(draft, '$')
  }
  const value = scan.variables.get((found[1] ?? found[2] ?? found[3] ?? '').toLowerCase())
  if (value === undefined || draft.text.length + value.text.length > LIMITS.word) addUnknown(draft, found[0])
  else addWord(draft, value)
}

function assignment(scan: Scan): boolean {
  const found = match(scan, ASSIGNED)
  const name = found?.[1] ?? found?.[2]
  if (name === undefined) return false
  currentCode(scan).assigned = name.toLowerCase()
  return true
}

/** A type in front of a variable that is set, or a part of a word. */
function bracket(scan: Scan): void {
  const code = currentCode(scan)
  if (code.statement === 'start' && code.word === undefined && !code.isCalled && assignment(scan)) return
  addBare(wordOf(scan, { isValue: true }), '[')
  scan.at++
}

function at(scan: Scan): void {
  const next = scan.text[scan.at + 1]
  if (currentCode(scan).word !== undefined) {
    addText(wordOf(scan), '@')
    scan.at++
  } else if (next === '(' || next === '{') {
    scan.at += 2
    openCode(scan, next === '(' ? ')' : '}', { isTable: next === '{' })
  } else if (next === "'" || next === '"') hereString(scan, next)
  else addUnknown(wordOf(scan, { isValue: true }), match(scan, /@\w*/y)?.[0] ?? '@')
}

function hereString(scan: Scan, quote: "'" | '"'): void {
  const start = match(scan, /@['"][ \t]{0,99}(?=\n)/y)
  if (start === undefined) return giveUp(scan)
  const draft = wordOf(scan, { isValue: true, isQuoted: true })
  if (quote === '"') {
    // The newline stays, so that an empty one is closed by it; it is no part of the text.
    if (!scan.text.startsWith('\n"@', scan.at)) scan.at++
    scan.frames.push({ kind: 'string', close: '"@' })
    return
  }
  const end = scan.text.indexOf("\n'@", scan.at)
  if (end === -1) return giveUp(scan)
  addText(draft, scan.text.slice(scan.at + 1, end))
  scan.at = end + 3
}

function comment(scan: Scan): void {
  if (currentCode(scan).word !== undefined) {
    addText(wordOf(scan), '#')
    scan.at++
    return
  }
  const end = scan.text.indexOf('\n', scan.at)
  scan.at = end === -1 ? scan.text.length : end
}

function blockComment(scan: Scan): void {
  if (scan.text[scan.at + 1] !== '#') {
    scan.at++
    return
  }
  const end = scan.text.indexOf('#>', scan.at + 2)
  if (end === -1) giveUp(scan)
  else scan.at = end + 2
}

/** `2>` and `*>` have the stream in front, which is no word. */
function redirection(scan: Scan): void {
  const code = currentCode(scan)
  if (code.word?.isQuoted === false && /^[1-6*]$/.test(code.word.text)) code.word = undefined
  endWord(scan)
  const [written = '>', stream] = match(scan, REDIRECTION) ?? []
  if (stream === undefined) code.redirects = written === '>>' ? 'append' : 'write'
}

function newline(scan: Scan): void {
  const { statement, word, piped, pipedText } = currentCode(scan)
  const isAfterPipe = piped.length > 0 || pipedText !== undefined
  if (statement !== 'start' || word !== undefined || !isAfterPipe) endStatement(scan)
}

function pipe(scan: Scan): void {
  const isOr = scan.text[scan.at + 1] === '|'
  endStatement(scan, { isPipe: !isOr })
  scan.at += isOr ? 2 : 1
}

function ampersand(scan: Scan): void {
  const code = currentCode(scan)
  const isAnd = scan.text[scan.at + 1] === '&'
  if (!isAnd && code.statement === 'start' && code.word === undefined) code.isCalled = true
  else endStatement(scan)
  scan.at += isAnd ? 2 : 1
}

function parenthesis(scan: Scan): void {
  const draft = currentCode(scan).word
  const call = draft === undefined || draft.isQuoted ? undefined : methodAtEnd(draft.text)
  scan.at++
  if (call !== undefined) return openCall(scan, call)
  endWord(scan)
  openCode(scan, ')')
}

function brace(scan: Scan): void {
  endWord(scan)
  const code = currentCode(scan)
  // A block that is called is a statement like any other block.
  if (code.statement === 'start') code.isCalled = false
  scan.at++
  openCode(scan, '}')
}

function closing(scan: Scan): void {
  const close = scan.text[scan.at] as string
  if (!closeCode(scan, close)) {
    report(scan.out, 'syntax')
    endStatement(scan)
  }
  scan.at++
}
