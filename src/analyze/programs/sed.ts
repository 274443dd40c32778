/** Stands in a script for what is only known at run time. */
const UNKNOWN = '\uE000'

const SHORT = /^-[nEruszb]*(?:([ei])(.*)|l\d*)?$/s
const LONG =
  /^--(?:quiet|silent|debug|regexp-extended|separate|unbuffered|null-data|zero-terminated|posix|sandbox|follow-symlinks|binary|in-place(?:=.*)?|line-length=\d+|help|version)$/s
const EXPRESSION = /^--e[a-z]*(?:=|$)/

/**
 * True when sed certainly starts nothing and writes no other file. `words` are shapes, without the program. Only the
 * scripts are read; the other words name files.
 */
export function isHarmlessSed(words: readonly string[]): boolean {
  const scripts = scriptsOf(words)
  return scripts !== undefined && isHarmless(asText(scripts.join('\n')))
}

/** True for a word that is, or may turn out to be, part of the script. */
export function isSedScript(words: readonly string[], at: number): boolean {
  return scriptsOf(words)?.includes(words[at] ?? '') !== false
}

/** Undefined when an option is not understood, or names a file with a script. */
function scriptsOf(words: readonly string[]): readonly string[] | undefined {
  const given: string[] = []
  const operands: string[] = []
  let isEarly = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [, letter, value = ''] = SHORT.exec(word) ?? []
    if (word === '--') {
      operands.push(...words.slice(at + 1))
      break
    } else if (word === '-' || !word.startsWith('-')) operands.push(word)
    else if (letter === 'e' || EXPRESSION.test(word)) {
      const attached = letter === 'e' ? value : word.replace(EXPRESSION, '')
      const isAttached = letter === 'e' ? value !== '' : word.includes('=')
      given.push(isAttached ? attached : (words[++at] ?? ''))
      isEarly ||= operands.length > 0
    } else if (letter === 'i') {
      // With the sed of macOS the next word is the suffix, in daily use an empty one.
      if (value === '' && words[at + 1] === '') at++
    } else if (/^-\w*l$/.test(word)) at++
    else if (!SHORT.test(word) && !LONG.test(word)) return undefined
  }
  // Where options end at the first operand, that one is the script although -e follows.
  const first = given.length === 0 || isEarly ? operands.slice(0, 1) : []
  return [...first, ...given]
}

function asText(shape: string): string {
  return shape.replace(/\\\*|\*/g, (found) => (found === '*' ? UNKNOWN : '*'))
}

const NUMBER = String.raw`(?:[\d${UNKNOWN}]+)`
const ADDRESS = new RegExp(String.raw`${NUMBER}(?:\s*~\s*${NUMBER})?|\$|[+~]${NUMBER}`, 'y')
const BRACKET = /\[\^?\]?(?:\[:[a-z]+:\]|\\[^\]\n]|[^\]\\[\n])*\]/y
const BLANKS = /[ \t]*/y
const BETWEEN = /[\s;]*/y
const LINE = /[^\n]*/y
/** Ends where the shortest of the readings of different versions ends. */
const LABEL = /[ \t]*[^\s;{}]*/y
/** To some versions a label reaches to the end of the line, so that a text in this line does not go on in the next. */
const LABEL_STARTS = /(?:^|[\s;{}!$\d/])[:btT]/
const FLAGS = /[gpiIM\dm]*/y
const OUTPUT = /^[ \t]*\/dev\/std(?:out|err)$/
const END = /[ \t]*(?:[;\n]|(?=[}#])|$)/y

/** Everything that is not understood counts as harmful. */
function isHarmless(script: string): boolean {
  if (script.includes('\\\n') && isLabelled(script)) return false
  let at: number | undefined = 0
  while (at !== undefined) {
    at = after(BETWEEN, script, at)
    if (at === undefined || at >= script.length) break
    at = afterAddresses(script, at)
    if (at !== undefined) at = afterCommand(script, at)
  }
  return at !== undefined
}

/** The index behind what the pattern finds at `at`, or undefined. */
function after(pattern: RegExp, script: string, at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  pattern.lastIndex = at
  return pattern.test(script) ? pattern.lastIndex : undefined
}

function afterAddresses(script: string, from: number): number | undefined {
  let at = afterAddress(script, from)
  let next = after(BLANKS, script, at)
  if (next !== undefined && script[next] === ',') {
    at = after(BLANKS, script, next + 1)
    at = at === undefined ? undefined : afterAddress(script, at)
    next = after(BLANKS, script, at)
  }
  while (next !== undefined && script[next] === '!') next = after(BLANKS, script, next + 1)
  return next
}

/** Without an address the index stays as it is. */
function afterAddress(script: string, at: number): number | undefined {
  if (script[at] === '/' || script[at] === '\\') {
    const delimiter = script[at] === '/' ? at : at + 1
    return after(/[IM]*/y, script, afterDelimited(script, delimiter, 0))
  }
  return after(ADDRESS, script, at) ?? at
}

/** The delimiter is at `from`; a regular expression follows, then `more` texts, each ended by the delimiter. */
function afterDelimited(script: string, from: number, more: number): number | undefined {
  const delimiter = script[from]
  if (delimiter === undefined || /[\n\\\uE000]/.test(delimiter)) return undefined
  let at: number | undefined = from + 1
  for (let left = more; at !== undefined && at < script.length;) {
    const letter = script[at]
    if (letter === '\n' || (letter === '\\' && script[at + 1] === 'c')) return undefined
    if (letter === delimiter && left-- === 0) return at + 1
    if (letter === '[' && letter !== delimiter && left === more) at = afterBracket(script, at, delimiter)
    else at += letter === '\\' ? 2 : 1
  }
  return undefined
}

/** Versions of sed differ in whether the delimiter may stand inside a bracket expression. */
function afterBracket(script: string, at: number, delimiter: string): number | undefined {
  const end = after(BRACKET, script, at)
  const inside = script.slice(at + 1, end)
  const isSplit = inside.replace(/\\[^\\\]]/g, '').includes(delimiter)
  return isSplit && /[[\\]/.test(inside) ? undefined : end
}

function afterCommand(script: string, at: number): number | undefined {
  const name = script[at] ?? ''
  if (name === '{') return at + 1
  if (name === '#') return after(LINE, script, at)
  if (name !== '' && '}=dDgGhHnNpPxzF'.includes(name)) return after(END, script, at + 1)
  if (name !== '' && 'lLqQ'.includes(name))
    return after(END, script, after(/[ \t]*[\d\uE000]*/y, script, at + 1))
  if (name !== '' && 'aic'.includes(name)) return afterText(script, at + 1)
  if (name !== '' && ':btT'.includes(name)) return after(END, script, after(LABEL, script, at + 1))
  if (name === 'y') return after(END, script, afterDelimited(script, at + 1, 1))
  if (name === 's') return afterFlags(script, after(FLAGS, script, afterDelimited(script, at + 1, 1)))
  if (name === 'r' || name === 'R') return after(LINE, script, at)
  return name === 'w' || name === 'W' ? afterOutput(script, at + 1) : undefined
}

function afterFlags(script: string, at: number | undefined): number | undefined {
  return at !== undefined && script[at] === 'w' ? afterOutput(script, at + 1) : after(END, script, at)
}

function afterOutput(script: string, at: number): number | undefined {
  const end = after(LINE, script, at)
  return OUTPUT.test(script.slice(at, end)) ? end : undefined
}

/** `a text`, or `a\` and the text on the next lines; a backslash at the end of a line continues it. */
function afterText(script: string, from: number): number | undefined {
  const start = after(/[ \t]*(?:\\[ \t]*\n?)?[ \t]*/y, script, from)
  // Versions differ in what a backslash means there, and an unknown text may end the line.
  if (start === undefined || script[start] === '\\') return undefined
  return after(/(?:[^\\\n]|\\[\s\S])*/y, script, start)
}

function isLabelled(script: string): boolean {
  return script.split('\n').some((line) => {
    const start = LABEL_STARTS.exec(line)
    return start !== null && line.includes(';', start.index + start[0].length)
  })
}
