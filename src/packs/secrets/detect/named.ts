import type { Place } from './format.ts'
import { meaningOf, type Meaning } from './names.ts'
import { isSecretValue } from './values.ts'

/** Characters of a name. */
const NAME = /[\w.$-]/

/** Characters of a name at most. */
const LONGEST_NAME = 64

/** Blanks that may stand around the sign between a name and its value. */
const BLANKS = 32

/** What may stand between a sign and its value: blanks, and the scheme of an Authorization header. */
const LEAD = /[ \t]{0,32}(?:(?:Basic|Token|ApiKey|Api-Key|Digest) {1,4})?/iy

const QUOTED = /(\\?["'`])([^"'`\r\n\\]{1,1024})/y

/** A value without quotes ends where a shell, YAML, JSON, a header, an .ini file or a query string ends it. */
const PLAIN = /[^\s"'`,;&|<>\\=]{1,1024}={0,2}/y

const TYPES: ReadonlySet<string> = new Set(['string', 'str', 'String', 'text', 'any', 'const'])

/** Returns values that look like secrets and stand beside a name that promises one. */
export function namedSecrets(text: string, leastBits: number): readonly Place[] {
  return [...signs(text, leastBits), ...flags(text, leastBits)]
}

/** Signs between a name and its value: `=`, `:`, `(`, `,` and the `>` of an element. */
const SIGNS: ReadonlySet<number> = new Set(['=', ':', '(', ',', '>'].map((sign) => sign.charCodeAt(0)))

function* signs(text: string, leastBits: number): Generator<Place> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!SIGNS.has(code)) continue
    const found = besideSign(text, at, leastBits)
    if (found === undefined) continue
    yield found
    at = found.end - 1
  }
}

function besideSign(text: string, at: number, leastBits: number): Place | undefined {
  const sign = text[at] ?? ''
  const next = text[at + 1]
  // `==`, `://` and `::` are no assignments.
  if ((sign === '=' && next === '=') || (sign === ':' && (next === '/' || next === ':'))) return undefined
  const name = nameBefore(text, at, sign)
  const meaning = name === undefined ? undefined : meaningOf(name)
  if (meaning === undefined) return undefined
  const isArrow = sign === '=' && next === '>'
  const quotedOnly = sign === '(' || sign === ','
  const found = valueAt(text, at + (isArrow ? 2 : 1), { meaning, leastBits, quotedOnly })
  // The text of an element ends where the element does.
  return sign === '>' && found !== undefined && text[found.end] !== '<' ? undefined : found
}

/** Returns the name in front of a sign. */
function nameBefore(text: string, at: number, sign: string): string | undefined {
  let end = at
  // `:=`, `+=`, `?=` and `||=`.
  if (sign === '=') while (end > at - 3 && ':+?|'.includes(text[end - 1] ?? ' ')) end--
  const behindQuote = closing(text, blanksBefore(text, end))
  const start = nameStart(text, behindQuote)
  const name = text.slice(start, behindQuote)
  if (sign === '>' && text[start - 1] !== '<') return undefined
  if (sign === ',' && behindQuote === end) return undefined
  if (!TYPES.has(name) || sign !== '=') return name === '' ? undefined : name
  // `password: string = "x"`: the name stands before its type.
  const before = blanksBefore(text, start)
  return text[before - 1] === ':' ? nameBefore(text, before - 1, ':') : name
}

function blanksBefore(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < BLANKS && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--
  return at
}

/** Steps over what closes a quoted name: `"name"`, `\"name\"`, `["name"]`. */
function closing(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < 4 && `"'\`]\\?!`.includes(text[at - 1] ?? ' ')) at--
  return at
}

function nameStart(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < LONGEST_NAME && NAME.test(text[at - 1] ?? ' ')) at--
  return at
}

type Beside = {
  readonly meaning: Meaning
  readonly leastBits: number
  /** True: without quotes it is code. */
  readonly quotedOnly: boolean
}

function valueAt(text: string, at: number, { meaning, leastBits, quotedOnly }: Beside): Place | undefined {
  LEAD.lastIndex = at
  const from = LEAD.test(text) ? LEAD.lastIndex : at
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)
  if (quoted !== null) {
    const [, quote = '', inside = ''] = quoted
    const start = from + quote.length
    const lead = /^(?:Basic|Token|Bearer|ApiKey) +/i.exec(inside)?.[0].length ?? 0
    const isSecret = isSecretValue(inside.slice(lead), { meaning, isQuoted: true, leastBits })
    return isSecret ? { kind: kindOf(meaning), start: start + lead, end: start + inside.length } : undefined
  }
  if (quotedOnly) return undefined
  PLAIN.lastIndex = from
  const value = PLAIN.exec(text)?.[0]
  if (value === undefined || !isSecretValue(value, { meaning, isQuoted: false, leastBits })) return undefined
  return { kind: kindOf(meaning), start: from, end: from + value.length }
}

function kindOf(meaning: Meaning): string {
  return meaning === 'password' ? 'password' : 'named-secret'
}

/** `--password VALUE`: the value stands behind a blank. */
function* flags(text: string, leastBits: number): Generator<Place> {
  const flag = new RegExp(`(?<![\\w-])--([A-Za-z][\\w-]{1,${LONGEST_NAME}})[ \\t]{1,${BLANKS}}`, 'g')
  for (let found = flag.exec(text); found !== null; found = flag.exec(text)) {
    const meaning = meaningOf(found[1] ?? '')
    if (meaning === undefined) continue
    const place = valueAt(text, flag.lastIndex, { meaning, leastBits, quotedOnly: false })
    if (place === undefined) continue
    yield place
    flag.lastIndex = place.end
  }
}
