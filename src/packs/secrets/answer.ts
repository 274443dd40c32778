import { strictest, type Decision } from '../../core/decision.ts'
import type { PackAnswer } from '../code.ts'
import type { Hit, Unseen } from './hit.ts'
import type { Policy } from './policy.ts'

/** More secrets than these are counted, not described. */
const MOST_DESCRIBED = 5

/** Digits of a digest that are shown; `allow` takes as many. */
const SHOWN_DIGITS = 16

/** What to say about what was found in a prompt or a call. */
export function answerFor(hits: readonly Hit[], unseen: readonly Unseen[], policy: Policy): PackAnswer {
  const decided = hits.filter(({ place }) => decisionOf(policy.levelOf(place)) !== 'none')
  const doubted = unseen.filter(({ place }) => decisionOf(policy.levelOf(place)) !== 'none')
  const note = noteOf(hits, unseen)
  if (decided.length + doubted.length === 0) {
    if (hits.length + unseen.length + policy.issues.length === 0) return undefined
    return { decision: 'none', effects: [], issues: policy.issues, note }
  }
  const levels = [
    ...decided.map(({ place }) => decisionOf(policy.levelOf(place))),
    ...doubted.map(() => 'ask' as const),
  ]
  return {
    decision: levels.reduce<Decision>(strictest, 'none'),
    reason: reasonFor(decided, doubted),
    effects: [],
    issues: policy.issues,
    note,
  }
}

function decisionOf(level: string): Decision {
  return level === 'ask' || level === 'deny' ? level : 'none'
}

function reasonFor(hits: readonly Hit[], unseen: readonly Unseen[]): string {
  const lines = hits.slice(0, MOST_DESCRIBED).map(describe)
  const more = hits.length - lines.length
  return [
    ...lines,
    ...(more > 0 ? [`${more} more secret${more === 1 ? '' : 's'}.`] : []),
    ...unseen.slice(0, 1).map(({ where }) => `${where} is too long to be looked through for secrets.`),
    ...(hits.length > 0 ? [ADVICE] : []),
  ].join('\n')
}

const ADVICE =
  'Leave it out, or refer to a variable or a secret store. A person may allow it by adding the digest to "allow" of hookwright/secrets.'

/** Nothing of the secret itself. */
export function describe({ kind, length, digest, where, line }: Hit): string {
  const place = line === undefined ? where : `line ${line} of ${where}`
  return `A secret (${kind}, ${length} characters, sha256 ${digest.slice(0, SHOWN_DIGITS)}) is in ${place}.`
}

/** What the log keeps: kinds by place, no content. */
export function noteOf(hits: readonly Hit[], unseen: readonly Unseen[]): Readonly<Record<string, string>> {
  const places = [...new Set(hits.map(({ place }) => place))]
  const kinds = places.map((place) => {
    const found = hits.filter((hit) => hit.place === place).map(({ kind }) => kind)
    return [place, [...new Set(found)].join(', ')] as const
  })
  return { ...Object.fromEntries(kinds), ...(unseen.length > 0 && { 'too-long': String(unseen.length) }) }
}
