import type { Secret } from './detect/index.ts'
import type { Policy, SecretPlace } from './policy.ts'

/** A text in which secrets are looked for. */
export type Text = {
  readonly place: SecretPlace
  /** Where it stands, for a person, such as `the prompt`. */
  readonly where: string
  readonly text: string
  /** Number of its first line. Absent: lines are not counted. */
  readonly firstLine?: number
}

/** A secret and where it stands. */
export type Hit = Pick<Text, 'place' | 'where'> & {
  readonly kind: string
  /** How many characters it has. */
  readonly length: number
  readonly digest: string
  readonly line?: number
}

/** A text that was too long to look through. */
export type Unseen = Pick<Text, 'place' | 'where'>

/** Characters of all texts of an event that are looked through. */
const MOST = 8 * 1_048_576

/** Looks through texts, each secret once. */
export function lookThrough(
  texts: readonly Text[],
  policy: Policy,
): { readonly hits: readonly Hit[]; readonly unseen: readonly Unseen[] } {
  const hits = new Map<string, Hit>()
  const unseen: Unseen[] = []
  let left = MOST
  for (const text of texts) {
    if (policy.levelOf(text.place) === 'off') continue
    left -= text.text.length
    if (left < 0) unseen.push(text)
    else for (const secret of policy.find(text.text)) remember(hits, hitOf(text, secret))
  }
  return { hits: [...hits.values()], unseen }
}

function remember(hits: Map<string, Hit>, hit: Hit): void {
  const key = `${hit.place} ${hit.digest}`
  if (!hits.has(key)) hits.set(key, hit)
}

function hitOf({ place, where, text, firstLine }: Text, { kind, start, end, digest }: Secret): Hit {
  const line = firstLine === undefined ? {} : { line: firstLine + linesBefore(text, start) }
  return { place, where, kind, length: end - start, digest, ...line }
}

function linesBefore(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}
