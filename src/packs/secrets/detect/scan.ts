import type { Place } from './format.ts'
import { isPlaceholder } from './placeholder.ts'
import { classesOf, entropyOf } from './randomness.ts'
import { tokenAt } from './tokens.ts'

/** By character code: 1 for those of words. A token begins where a word does. */
const IN_WORD: Uint8Array = new Uint8Array(128).map((_, code) =>
  Number(/[\w-]/.test(String.fromCharCode(code))),
)

/** By what stands there, how many characters later a word may begin although a letter or digit stands before it. */
const HIDDEN: Readonly<Record<string, number>> = {
  // Escaped line ends and tabs of a text in a text: `\\nTOKEN`.
  '\\': 2,
  // Encoded characters of an address: `%3DTOKEN`.
  '%': 3,
}

const HIDES: ReadonlySet<number> = new Set(Object.keys(HIDDEN).map((character) => character.charCodeAt(0)))

/** A colour of a terminal. */
const COLOUR = /\[[\d;]{0,16}m/y

/** What follows `data:image/png;base64,`: a file, not a credential. */
const EMBEDDED = /;base64,[A-Za-z0-9+/]{256,}/y

/** Returns tokens that are told by how they begin. */
export function scanTokens(text: string): readonly Place[] {
  const found: Place[] = []
  let inWord = false
  let hidden = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isWord = code < 128 && IN_WORD[code] === 1
    if (isWord && (!inWord || at === hidden)) {
      const token = tokenAt(text, at)
      if (token !== undefined) {
        found.push(token, ...besideToken(text, token))
        at = token.end - 1
      } else if (isRemovedLine(text, at)) hidden = at + 1
    } else if (!isWord) {
      if (HIDES.has(code)) hidden = at + (HIDDEN[text[at] ?? ''] ?? 0)
      else if (code === ESCAPE) hidden = endOf(COLOUR, text, at + 1)
      else if (code === SEMICOLON) at = Math.max(at, endOf(EMBEDDED, text, at) - 1)
    }
    inWord = isWord
  }
  return found
}

const ESCAPE = 27
const SEMICOLON = 59

/** `-TOKEN` at the start of a line, as a diff has it. */
function isRemovedLine(text: string, at: number): boolean {
  return text[at] === '-' && (at === 0 || text[at - 1] === '\n')
}

/** Returns the index behind what a sticky pattern matches here; -1: it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** How far behind an access key of AWS the secret key belonging to it is looked for. */
const REACH = 256

const AWS_SECRET = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/

/** The secret key that stands beside an access key of AWS has no form of its own. */
function besideToken(text: string, { kind, end }: Place): readonly Place[] {
  if (kind !== 'aws-access-key') return []
  const found = AWS_SECRET.exec(text.slice(end, end + REACH))
  if (found === null || !isDrawn(found[0])) return []
  const start = end + found.index
  return [{ kind: 'aws-secret-key', start, end: start + found[0].length }]
}

function isDrawn(text: string): boolean {
  const { lower, upper, digit } = classesOf(text)
  return lower && upper && digit && entropyOf(text) >= 4 && !isPlaceholder(text)
}
