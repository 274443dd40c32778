import type { InnerFormat, Place, TokenFormat } from './format.ts'
import { CLOUDS, INNER_CLOUDS } from './formats/clouds.ts'
import { FORGES } from './formats/forges.ts'
import { GENERAL } from './formats/general.ts'
import { MODELS } from './formats/models.ts'
import { INNER_SERVICES, SERVICES } from './formats/services.ts'
import { isPlaceholder } from './placeholder.ts'
import { looksRandom } from './randomness.ts'

const FORMATS: readonly TokenFormat[] = [...FORGES, ...CLOUDS, ...MODELS, ...SERVICES, ...GENERAL]

const INNER: readonly InnerFormat[] = [...INNER_CLOUDS, ...INNER_SERVICES]

/** Kinds of secrets that are told by their form. */
export const TOKEN_KINDS: readonly string[] = [...new Set([...FORMATS, ...INNER].map(({ kind }) => kind))]

type Start = { readonly text: string; readonly rest: RegExp; readonly format: TokenFormat }

/** What may begin with two characters: longer beginnings first. */
const STARTS: ReadonlyMap<number, readonly Start[]> = startsByPair()

function startsByPair(): ReadonlyMap<number, readonly Start[]> {
  const all = FORMATS.flatMap((format) => {
    // Sticky, and no letter or digit may follow: a longer word is something else.
    const rest = new RegExp(`(?:${format.rest.source})(?![A-Za-z0-9])`, 'dy')
    return format.starts.map((text): Start => ({ text, rest, format }))
  }).sort((a, b) => b.text.length - a.text.length)
  const found = new Map<number, Start[]>()
  for (const start of all) {
    const pair = pairAt(start.text, 0)
    found.set(pair, [...(found.get(pair) ?? []), start])
  }
  return found
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)
}

/** Returns the token that begins exactly here. */
export function tokenAt(text: string, at: number): Place | undefined {
  for (const { text: start, rest, format } of STARTS.get(pairAt(text, at)) ?? []) {
    if (!text.startsWith(start, at)) continue
    rest.lastIndex = at + start.length
    const found = rest.exec(text)
    if (found === null) continue
    const [from, to] = found.indices?.[1] ?? [at, rest.lastIndex]
    if (isMeant(format, text.slice(from, to), start)) return { kind: format.kind, start: from, end: to }
  }
  return undefined
}

/** Whether the secret part is one that may open something. */
function isMeant({ checksum, random }: TokenFormat, secret: string, start: string): boolean {
  if (checksum?.(secret)) return true
  const body = secret.startsWith(start) ? secret.slice(start.length) : secret
  if (isPlaceholder(body)) return false
  return (!checksum && !random) || looksRandom(body)
}

/** Returns tokens that are told by a text in their middle. */
export function innerTokens(text: string): readonly Place[] {
  return INNER.flatMap((format) => [...withInner(text, format)])
}

function* withInner(text: string, { kind, inner, before, reach, after }: InnerFormat): Generator<Place> {
  const rest = new RegExp(after.source, 'y')
  for (let at = text.indexOf(inner); at !== -1; at = text.indexOf(inner, at + inner.length)) {
    const head = before.exec(text.slice(Math.max(0, at - reach), at))
    rest.lastIndex = at + inner.length
    if (head === null || !rest.test(text)) continue
    const start = at - head[0].length
    const end = rest.lastIndex
    if (!isPlaceholder(text.slice(start, end))) yield { kind, start, end }
  }
}
