import { LIMITS } from '../limits.ts'
import { addBare, addText } from '../windows/draft.ts'
import { report } from '../windows/output.ts'
import { endCommand } from './commands.ts'
import { endWord, wordOf, type Scan } from './state.ts'
import { replaceVariable } from './variables.ts'

/** Reads one step at the current place, and moves behind it. */
type Step = (scan: Scan) => void

const STEPS: Readonly<Record<string, Step>> = {
  '"': quote,
  '^': escaped,
  '%': variable,
  '!': variable,
  '&': separator,
  '|': separator,
  '\n': separator,
  '\r': separator,
  '<': redirection,
  '>': redirection,
  '(': parenthesis,
  ')': closing,
}

const PLAIN = /[^\s"^%!&|<>()]+/y
const QUOTED = /[^"%!\n]+/y

/** Reads the whole text. */
export function scanAll(scan: Scan): void {
  while (scan.at < scan.text.length) {
    const char = scan.text[scan.at] as string
    const step = Object.hasOwn(STEPS, char) ? STEPS[char] : undefined
    if (scan.isQuoted) quotedStep(scan, char)
    else if (step !== undefined) step(scan)
    else if (/\s/.test(char)) {
      endWord(scan)
      scan.at++
    } else take(scan, PLAIN, addBare)
  }
  endCommand(scan)
  if (scan.depth > 0) report(scan.out, 'syntax')
}

/** A quote ends with its line, closed or not. */
function quotedStep(scan: Scan, char: string): void {
  if (char === '"') quote(scan)
  else if (char === '%' || char === '!') variable(scan)
  else if (char === '\n') scan.isQuoted = false
  else take(scan, QUOTED, addText)
}

function take(scan: Scan, pattern: RegExp, add: typeof addText): void {
  pattern.lastIndex = scan.at
  const text = pattern.exec(scan.text)?.[0] ?? scan.text.charAt(scan.at)
  scan.at += text.length
  add(wordOf(scan), text)
}

function quote(scan: Scan): void {
  wordOf(scan)
  scan.isQuoted = !scan.isQuoted
  scan.at++
}

/** A caret takes the meaning from the next character; at the end of a line it joins the next one. */
function escaped(scan: Scan): void {
  const next = scan.text[scan.at + 1] ?? ''
  scan.at += 2
  if (next === '\r' && scan.text[scan.at] === '\n') scan.at++
  else if (next !== '\n') addText(wordOf(scan), next)
}

function variable(scan: Scan): void {
  if (replaceVariable(scan)) return
  addText(wordOf(scan), scan.text[scan.at] as string)
  scan.at++
}

function separator(scan: Scan): void {
  const char = scan.text[scan.at] as string
  const isDouble = scan.text[scan.at + 1] === char
  endCommand(scan, { isPipe: char === '|' && !isDouble })
  scan.at += isDouble ? 2 : 1
}

const REDIRECTION = />>?(&\d)?|<(&\d)?/y

/** `2>` has the stream in front, which is no word. */
function redirection(scan: Scan): void {
  if (/^\d$/.test(scan.word?.text ?? '')) scan.word = undefined
  endWord(scan)
  REDIRECTION.lastIndex = scan.at
  const [written = '>', output, input] = REDIRECTION.exec(scan.text) ?? []
  scan.at += written.length
  if (output !== undefined || input !== undefined) return
  scan.redirects = written === '<' ? 'read' : written === '>>' ? 'append' : 'write'
}

/** Where a command may begin it opens a block; elsewhere it is a character. */
function parenthesis(scan: Scan): void {
  if (scan.word !== undefined) return take(scan, /\(/y, addText)
  const [first] = scan.words
  const lead = first?.text.replace(/^@/, '').toLowerCase() ?? ''
  const isBlock = first === undefined || /^(?:if|for|else|do)$/.test(lead)
  if (!isBlock) return take(scan, /\(/y, addText)
  if (scan.words.at(-1)?.text.toLowerCase() === 'in') return list(scan)
  scan.words = []
  scan.depth++
  scan.at++
}

function closing(scan: Scan): void {
  if (scan.depth === 0) return take(scan, /\)/y, addText)
  endCommand(scan)
  scan.depth--
  scan.at++
}

/** What `for` goes through: words, or between quotes a command whose output it reads. */
function list(scan: Scan): void {
  const end = scan.text.indexOf(')', scan.at)
  const text = scan.text.slice(scan.at + 1, end === -1 ? undefined : end)
  scan.at = end === -1 ? scan.text.length : end + 1
  if (end === -1) report(scan.out, 'syntax')
  const [, , name] = /^for(.*\s)?(%%?\w)\s+in$/is.exec(scan.words.map((word) => word.text).join(' ')) ?? []
  const isRead = scan.words.some((word) => /^\/f$/i.test(word.text))
  const items = text.trim().split(/[\s,;]+/)
  // `/r` goes through the folders below another one.
  const isWalk = scan.words.some((word) => /^\/[rl]$/i.test(word.text))
  const isOne = !isRead && items.length === 1 && !(isWalk ? /[*?%!]/ : /[%!]/).test(text)
  const letter = name ?? scan.words.at(-2)?.text.replace(/^%+/, '')
  if (letter !== undefined)
    scan.variables.set(`%${letter.replace(/^%+/, '')}`.toLowerCase(), isOne ? items[0] : undefined)
  const command = isRead ? /^\s*['`]([^]*)['`]\s*$/.exec(text)?.[1] : undefined
  if (command !== undefined) nested(scan, command)
  addText(wordOf(scan), '(…)')
  endWord(scan)
}

function nested(scan: Scan, text: string): void {
  if (scan.depth >= LIMITS.depth) return report(scan.out, 'too-deep')
  scanAll({ ...scan, text, at: 0, words: [], redirections: [], piped: [], word: undefined, depth: 0 })
}
