import type { Place } from './format.ts'

const BEGIN = '-----BEGIN '

/** The rest of the first line of a block that holds a private key. */
const TITLE = /(?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y

const LAST_LINE = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y

/** What a block without its last line still certainly has: long words of base64, with line ends as they are or escaped. */
const CUT_BODY = /(?:[A-Za-z0-9+/=]{20,128}|\s|\\[nrt]){0,1024}/y

/** Characters of a block at most. */
const MOST = 32_768

/** Characters of base64 that make a key rather than a sketch of one. */
const LEAST = 64

/** The line in front of the private part of a PuTTY key. */
const PUTTY = 'Private-Lines: '

const PUTTY_BODY = /(\d{1,4}\s{1,4})(?:[A-Za-z0-9+/=]{1,80}\s{1,4}){1,100}/y

/** Returns the blocks of text that hold private keys: PEM, OpenSSH, PGP and PuTTY. */
export function keyBlocks(text: string): readonly Place[] {
  return [...pemBlocks(text), ...puttyBlocks(text)]
}

function* pemBlocks(text: string): Generator<Place> {
  let last = -2
  for (let at = text.indexOf(BEGIN); at !== -1;) {
    const next = text.indexOf(BEGIN, at + BEGIN.length)
    // Looked for again only behind where it was found: blocks without a last line must not cost the rest of the text.
    if (last !== -1 && last < at) last = text.indexOf('-----END ', at)
    const isWhole = last !== -1 && last - at <= MOST && (next === -1 || last < next)
    const end = blockEnd(text, at, isWhole ? last : undefined)
    if (end !== undefined) yield { kind: 'private-key', start: at, end }
    at = next
  }
}

function blockEnd(text: string, at: number, last: number | undefined): number | undefined {
  TITLE.lastIndex = at + BEGIN.length
  if (!TITLE.test(text)) return undefined
  const start = TITLE.lastIndex
  const end = last ?? cutEnd(text, start)
  if (end < start || longWords(text.slice(start, end)) < LEAST) return undefined
  LAST_LINE.lastIndex = end
  return LAST_LINE.test(text) ? LAST_LINE.lastIndex : end
}

function cutEnd(text: string, start: number): number {
  CUT_BODY.lastIndex = start
  return CUT_BODY.test(text) ? CUT_BODY.lastIndex : start
}

/** How many characters stand in long words of base64 that are more than one character again and again. */
function longWords(body: string): number {
  const words = body.replaceAll(/\\[nrt]/g, ' ').match(/[A-Za-z0-9+/=]{20,}/g) ?? []
  return words.filter((word) => new Set(word).size >= 6).reduce((sum, { length }) => sum + length, 0)
}

function* puttyBlocks(text: string): Generator<Place> {
  for (let at = text.indexOf(PUTTY); at !== -1; at = text.indexOf(PUTTY, at + PUTTY.length)) {
    PUTTY_BODY.lastIndex = at + PUTTY.length
    const [whole = '', count = ''] = PUTTY_BODY.exec(text) ?? []
    const end = at + PUTTY.length + whole.trimEnd().length
    if (whole !== '') yield { kind: 'private-key', start: at + PUTTY.length + count.length, end }
  }
}
