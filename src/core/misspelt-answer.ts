import { suggest } from './suggest.ts'

/** A decision that an output seems to hold in a form that nothing reads. */
export type Slip = {
  /** What was written, as it is shown to a person. */
  readonly written: string
  /** What was probably meant. */
  readonly hint: string
  /** The words are right and only their place or their surroundings are wrong, so that another reader may have told it. */
  readonly isExact: boolean
}

/** How an output is looked at. */
export type SlipRules = {
  /** The event can be refused, so that a no outside of JSON counts as a slip. */
  readonly gate: boolean
  /** The text is context for the model; prose must not be taken for a decision. */
  readonly isContext: boolean
}

const KEYS = ['decision', 'permissionDecision', 'permission', 'behavior', 'action'] as const
/** Too short or too common to be guessed at. */
const GUESSED_KEYS = ['decision', 'permissiondecision', 'permission', 'behavior'] as const
const PART = 'hookSpecificOutput'
const NO = ['deny', 'block', 'ask'] as const
const YES = ['allow', 'approve'] as const

/** Words that people write for the few that hosts know. */
const SYNONYMS: Readonly<Record<string, string>> = {
  denied: 'deny',
  denies: 'deny',
  blocked: 'block',
  blocks: 'block',
  blocking: 'block',
  reject: 'deny',
  rejected: 'deny',
  refuse: 'deny',
  refused: 'deny',
  forbid: 'deny',
  forbidden: 'deny',
  disallow: 'deny',
  asks: 'ask',
  allowed: 'allow',
  approved: 'approve',
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the decision that an output without a decision was probably meant to say: a key or a word with a slip in it,
 * the right words in the wrong place, a bare word, or JSON that cannot be parsed. Undefined for anything else: keys of
 * the author's own are legal on every host.
 */
export function misspeltAnswer(output: unknown, rules: SlipRules): Slip | undefined {
  if (typeof output !== 'string') return isFields(output) ? slipInside(output, rules) : undefined
  const text = output.trim()
  if (text === '') return undefined
  const value = parsed(text)
  if (typeof value === 'string') return rules.gate ? bareWord(value.trim(), rules) : undefined
  if (Array.isArray(value)) return isFields(value[0]) ? slipInside(value[0], rules) : undefined
  if (value !== undefined) return isFields(value) ? slipInside(value, rules) : undefined
  return rules.gate ? (bareWord(text, rules) ?? brokenJson(text)) : undefined
}

/** Looks at the top level, at the event's own part, and through one wrapper around everything. */
function slipInside(value: Fields, rules: SlipRules): Slip | undefined {
  const keys = Object.keys(value)
  const [only] = keys
  const inner = keys.length === 1 && only !== undefined ? value[only] : undefined
  const wrapped = isFields(inner) && only !== undefined && only !== PART && !isPart(only) ? inner : undefined
  return slipAt(value, '', rules) ?? partSlip(value, rules) ?? (wrapped && slipAt(wrapped, `${only}.`, rules))
}

function partSlip(value: Fields, rules: SlipRules): Slip | undefined {
  const own = value[PART]
  if (isFields(own)) return slipAt(own, `${PART}.`, rules)
  for (const [key, inner] of Object.entries(value))
    if (isPart(key) && isFields(inner) && Object.keys(inner).some((name) => nearKey(name) !== undefined))
      return { written: `"${shown(key)}"`, hint: `Did you mean "${PART}"?`, isExact: false }
  return undefined
}

function isPart(key: string): boolean {
  return suggest(plain(key), [plain(PART)]) !== undefined
}

function slipAt(value: Fields, path: string, rules: SlipRules): Slip | undefined {
  for (const [key, said] of Object.entries(value)) {
    const found = fieldSlip(key, said, rules) ?? continueSlip(key, said)
    if (found !== undefined) return { ...found, written: found.written.replace('"', `"${shown(path)}`) }
  }
  return undefined
}

/** A misspelt key needs a word of a decision as its value; a right key also takes one that is nearly such a word. */
function fieldSlip(key: string, said: unknown, { gate }: SlipRules): Slip | undefined {
  const meantKey = nearKey(key)
  if (typeof said !== 'string' || meantKey === undefined) return undefined
  const meant = wordIn(said) ?? (meantKey === key ? suggest(said.trim(), [...NO, ...YES]) : undefined)
  if (meant === undefined) return undefined
  const written = `"${shown(key)}": "${shown(said)}"`
  if (meantKey !== key) return { written, hint: `Did you mean "${meantKey}"?`, isExact: false }
  if (meant !== said) return { written, hint: `Did you mean "${meant}"?`, isExact: false }
  return gate && isNo(meant) ? { written, hint: WRONG_PLACE, isExact: true } : undefined
}

const WRONG_PLACE = 'The key, the word or its place is that of another event or host; see docs/hosts.'

function continueSlip(key: string, said: unknown): Slip | undefined {
  const isNear = key !== 'continue' && suggest(plain(key), ['continue']) !== undefined
  if (isNear && said === false)
    return { written: `"${shown(key)}": false`, hint: 'Did you mean "continue"?', isExact: false }
  if (key !== 'continue' || typeof said !== 'string' || said.toLowerCase() !== 'false') return undefined
  return {
    written: `"continue": "${shown(said)}"`,
    hint: 'Write false without quotation marks.',
    isExact: false,
  }
}

/** The deciding key that a key is, or was meant to be. */
function nearKey(key: string): string | undefined {
  const name = plain(key)
  const exact = KEYS.find((known) => known === key) ?? KEYS.find((known) => plain(known) === name)
  if (exact !== undefined) return exact
  const near = suggest(name, GUESSED_KEYS)
  return KEYS.find((known) => plain(known) === near)
}

function wordIn(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  return [...NO, ...YES].find((known) => known === word) ?? SYNONYMS[word]
}

function isNo(word: string): boolean {
  return NO.some((known) => known === word)
}

const BARE = /^(?:(\w{4,24})\s*[:=]\s*)?([A-Za-z]{3,10})(?:\s*(?:[:!.–—]|\s-\s).*)?$/s

/** `deny`, `DENY: reason`, `decision: deny`. */
function bareWord(text: string, { isContext }: SlipRules): Slip | undefined {
  const line = text.split('\n', 1)[0] ?? ''
  if (isContext && line !== text) return undefined
  const [, key, word = ''] = BARE.exec(line.trim()) ?? []
  const meant = wordIn(word)
  if (meant === undefined || !isNo(meant) || (key !== undefined && nearKey(key) === undefined))
    return undefined
  const isLoud = word === word.toUpperCase() || line.trim() === word || key !== undefined
  return isContext && !isLoud ? undefined : { written: shown(line), hint: ANSWER_IN_JSON, isExact: false }
}

const ANSWER_IN_JSON = `A bare word is not read. Write the decision as JSON, or the reason to stderr and exit with code 2.`

const PAIR = /["']?([A-Za-z_-]{4,30})["']?\s*[:=]\s*["']?([A-Za-z]{3,10})\b/g
const LONGEST = 20_000

/** A dictionary of Python, or JSON with text around it. Only lines that are objects count: prose may quote one. */
function brokenJson(text: string): Slip | undefined {
  const lines = text.startsWith('{') ? [text] : text.split('\n').filter((line) => /^\s*\{.*\}\s*$/.test(line))
  for (const [pair, key = '', word = ''] of lines.join('\n').slice(0, LONGEST).matchAll(PAIR)) {
    const meant = wordIn(word)
    if (nearKey(key) !== undefined && meant !== undefined && isNo(meant))
      return { written: shown(pair), hint: ONE_OBJECT, isExact: false }
  }
  return undefined
}

const ONE_OBJECT =
  'Write one JSON object with double quotation marks to stdout, and everything else to stderr.'

function plain(key: string): string {
  return key.replaceAll(/[_\s-]/g, '').toLowerCase()
}

const SHOWN = 60

/** Short, on one line, without anything that a terminal acts on. */
function shown(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

function parsed(text: string): unknown {
  if (!/^[{["]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
