import type { Hook } from '../../../core/hook.ts'
import type { MatcherRules, MatcherSpec } from '../../../core/matcher.ts'
import type { HookSubject } from '../../../core/event.ts'
import type { Loss } from '../../writer.ts'
import { canonicalMatcher } from './names.ts'

/** How the target reads and tests matchers of one event. */
export type PatternTarget = {
  /** What the target tests on this event. Absent: nothing, matchers have no effect. */
  readonly subject?: HookSubject | undefined
  /** Which texts are lists of exact names; all others are regular expressions. */
  readonly rules: MatcherRules
  /** The target's names of a canonical tool. Absent: the canonical ones. */
  readonly nativeNames?: (name: string) => readonly string[]
  /** Regular expressions must fit the whole name. Default: they are looked for in it. */
  readonly isAnchored?: true
  /** A matcher over another subject than tools is one exact text. */
  readonly isLiteral?: true
  /** Its regular expressions know no look-around and no back references. */
  readonly isLinear?: true
  /** The native names of the calling host are tested too, so that a regular expression over them keeps its meaning. */
  readonly testsNative?: true
}

/** The text of a matcher, or none for every event; `losses` says where that is another set than before. */
export type Pattern = { readonly text?: string; readonly losses: readonly Loss[] }

/** Returns the matcher of a hook as the target writes it. One that it cannot say is left out: the hook runs more often. */
export function patternFor(hook: Hook, target: PatternTarget): Pattern {
  const { matcher, isNativeRegex, losses } = canonicalMatcher(hook)
  if (matcher.kind === 'all') return { losses: [] }
  const tested = hook.matcher.kind === 'all' && hook.tools !== undefined ? 'tool' : hook.subject
  if (!isSameSubject(tested, target.subject))
    return otherwise('the target tests another part of the event', hook, target)
  if (isNativeRegex && !target.testsNative)
    return otherwise(
      'it is a regular expression over names of tools that only its own host has',
      hook,
      target,
    )
  if (target.isLiteral && !isTool(tested)) return literalFor(matcher)
  if (matcher.kind === 'regex') return regexFor(matcher.source, target)
  const names = isTool(tested) ? matcher.names.flatMap(target.nativeNames ?? same) : matcher.names
  return { text: namesText(names, target), losses }
}

function same(name: string): readonly string[] {
  return [name]
}

function literalFor(matcher: MatcherSpec): Pattern {
  const [name, ...others] = matcher.kind === 'names' ? matcher.names : []
  if (name === undefined || others.length > 0) return leftOut('the target takes one exact text here')
  return { text: name, losses: [] }
}

function regexFor(source: string, target: PatternTarget): Pattern {
  if (target.nativeNames !== undefined)
    return leftOut('it is a regular expression, and the target has other names of tools')
  if (target.isLinear && /\(\?<?[=!]|\\[1-9]|\\k</.test(source))
    return leftOut('its regular expression has a look-around or a back reference')
  return { text: asRegex(target.isAnchored ? `.*(?:${source}).*` : source, target), losses: [] }
}

/** A text that the target would take for a list of names is wrapped, so that it stays a regular expression. */
function asRegex(source: string, { rules }: PatternTarget): string {
  return rules.nameCharacters.test(source) ? `(?:${source})` : source
}

function namesText(names: readonly string[], { rules, isAnchored }: PatternTarget): string {
  const text = names.join('|')
  if (names.length === 0) return '(?!)'
  if (rules.nameCharacters.test(text) && names.every((name) => !rules.separators.test(name))) return text
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|')
  return isAnchored ? `(?:${escaped})` : `^(?:${escaped})$`
}

/** The tools that the event of the hook is about still hold, where the matcher itself cannot be kept. */
function otherwise(why: string, hook: Hook, target: PatternTarget): Pattern {
  if (hook.tools === undefined || hook.matcher.kind === 'all') return leftOut(why)
  const { text, losses } = patternFor({ ...hook, matcher: { kind: 'all' } }, target)
  const wider: Loss = {
    effect: 'wider',
    part: 'matcher',
    why: `${why}, so the hook runs for all calls of its tools`,
  }
  return text === undefined ? leftOut(why) : { text, losses: [wider, ...losses] }
}

function leftOut(why: string): Pattern {
  return { losses: [{ effect: 'wider', part: 'matcher', why: `${why}, so the hook runs every time` }] }
}

function isTool(subject: HookSubject | undefined): boolean {
  return subject === 'tool' || (typeof subject === 'object' && 'tool' in subject)
}

function isSameSubject(a: HookSubject | undefined, b: HookSubject | undefined): boolean {
  if (isTool(a) || isTool(b)) return isTool(a) && isTool(b)
  return JSON.stringify(a) === JSON.stringify(b)
}
