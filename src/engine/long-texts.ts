import type { Answer, Effect, Verdict } from '../core/decision.ts'
import { isIssue, notice, warning, type Issue } from '../core/issue.ts'
import {
  BETWEEN,
  excerptOf,
  isCut,
  isLong,
  lengthOf,
  TEXT_KINDS,
  type TextCaps,
  type TextEffect,
} from '../core/long-text.ts'

/** Writes a text to a private file that outlives this process; returns its path, or why it could not be written. */
export type KeepText = (text: string) => string | Issue

/** The answer of one hook with every text that is too long replaced by its ends and the file that has all of it. */
export function shortenAnswer(answer: Answer, hook: string, shortening: Shortening): Answer {
  const issues: Issue[] = []
  const effects = answer.effects.map((effect) =>
    isLong(effect, shortening.caps) ? shorten(effect, { ...shortening, issues, hook }) : effect,
  )
  return issues.length === 0 ? answer : { ...answer, effects, issues: [...answer.issues, ...issues] }
}

/** The verdict with the longest texts shortened until the host takes all of them together. */
export function shortenVerdict(verdict: Verdict, shortening: Shortening): Verdict {
  const issues: Issue[] = []
  const effects = TEXT_KINDS.reduce(
    (all, kind) => shortenKind(all, kind, { ...shortening, issues }),
    verdict.effects,
  )
  return { ...verdict, effects, issues: [...verdict.issues, ...issues] }
}

export type Shortening = { readonly caps: TextCaps; readonly keep: KeepText }
type Work = Shortening & { readonly issues: Issue[]; readonly hook?: string }

/** An excerpt of a text shorter than this, in parts of its two ends, would hardly be shorter than the text. */
const WORTHWHILE = 1.25

function shortenKind(effects: readonly Effect[], kind: TextEffect['kind'], work: Work): readonly Effect[] {
  const { most, head, tail } = work.caps
  const excerpts = new Set<Effect>()
  let all = effects
  while (lengthOf(all, kind) > most) {
    const texts = all.filter((effect): effect is TextEffect => effect.kind === kind)
    const whole = texts.filter((effect) => !excerpts.has(effect))
    const longest = whole.reduce<TextEffect | undefined>((a, b) => (longer(b, a) ? b : a), undefined)
    if (longest === undefined || longest.text.length < (head + tail) * WORTHWHILE)
      return shortenAll(all, texts, work)
    const excerpt = shorten(longest, work)
    excerpts.add(excerpt)
    all = all.map((effect) => (effect.kind === kind && effect.text === longest.text ? excerpt : effect))
  }
  return all
}

function longer(one: TextEffect, other: TextEffect | undefined): boolean {
  return other === undefined || one.text.length > other.text.length
}

/** Very many short texts: one file for all of them. */
function shortenAll(effects: readonly Effect[], texts: readonly TextEffect[], work: Work): readonly Effect[] {
  const [first] = texts
  if (first === undefined) return effects
  const joined = [...new Set(texts.map(({ text }) => text))].join(BETWEEN)
  const short = shorten({ ...first, text: joined }, work)
  return effects.flatMap((effect) => {
    if (effect === first) return short
    return effect.kind === first.kind ? [] : effect
  })
}

function shorten(effect: TextEffect, { caps, keep, issues, hook }: Work): TextEffect {
  const file = keep(effect.text)
  const place = hook === undefined ? {} : { hook }
  const remains = isCut(effect.text) ? 'what was kept of it' : 'the whole of it'
  issues.push(isIssue(file) ? lost(file, caps, place) : kept(`${remains} is in "${file}"`, caps, place))
  return { ...effect, text: excerptOf(effect.text, caps, isIssue(file) ? undefined : file) }
}

function kept(where: string, { most }: TextCaps, place: { readonly hook?: string }): Issue {
  const problem = `A text of the hooks is longer than ${most.toLocaleString('en-US')} characters; its two ends were passed on, and ${where}.`
  return notice('output.kept', place, problem)
}

function lost({ message, hint }: Issue, { most }: TextCaps, place: { readonly hook?: string }): Issue {
  const problem = `A text of the hooks is longer than ${most.toLocaleString('en-US')} characters; its two ends were passed on, and the rest is lost: ${message}`
  return warning('output.cut', place, problem, hint)
}
