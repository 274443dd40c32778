import type { Hook } from '../../../core/hook.ts'
import type { MatcherSpec } from '../../../core/matcher.ts'
import type { NativeTool } from '../../../core/event.ts'
import type { Loss } from '../../writer.ts'

/** A matcher over canonical names, and what it says beyond or short of the one in the file. */
export type CanonicalMatcher = {
  readonly matcher: MatcherSpec
  /** A regular expression over names that only its own host has; `matcher` tests the canonical ones beside it. */
  readonly isNativeRegex?: true
  readonly losses: readonly Loss[]
}

/** Returns the matcher of a hook over canonical names of tools; one over another subject stays as it is. */
export function canonicalMatcher(hook: Hook): CanonicalMatcher {
  const { matcher, subject } = hook
  if (subject === undefined || matcher.kind === 'all') return { matcher: toolsMatcher(hook), losses: [] }
  if (typeof subject !== 'object' || !('tool' in subject)) return { matcher: asNames(matcher), losses: [] }
  const { tool: natives } = subject
  const plain = asNames(matcher)
  if (plain.kind === 'names')
    return canonicalNames(plain.names, { natives, isEither: subject.either === true })
  if (plain.kind !== 'regex' || Object.keys(natives).length === 0) return { matcher: plain, losses: [] }
  const known = knownNames(plain.source, natives)
  return known === undefined
    ? withCanonicalNames(plain.source, natives)
    : canonicalNames(known, { natives, isEither: subject.either === true })
}

/** Returns a matcher for the tools that the native event of the hook is about. */
export function toolsMatcher({ tools }: Pick<Hook, 'tools'>): MatcherSpec {
  if (tools === undefined) return { kind: 'all' }
  if (!tools.some((name) => name.endsWith('*'))) return { kind: 'names', names: tools }
  const sources = tools.map((name) => (name.endsWith('*') ? `^${name.slice(0, -1)}` : `^${name}$`))
  return { kind: 'regex', source: sources.join('|') }
}

/** Returns what an alternation of names of the host finds among them, `a|b` without anchors; undefined for others. */
function knownNames(source: string, natives: Natives): readonly string[] | undefined {
  const all = [...new Set(Object.values(natives).flat())]
  const isPlain =
    /^[\w-]+(?:\|[\w-]+)*$/.test(source) && source.split('|').every((name) => all.includes(name))
  return isPlain ? all.filter((native) => new RegExp(source).test(native)) : undefined
}

/** Returns an alternation of whole plain names, `^(?:A|B)$`, as the names it stands for; others unchanged. */
function asNames(matcher: MatcherSpec): MatcherSpec {
  if (matcher.kind !== 'regex') return matcher
  const inside = /^\^\(\?:([^()]*)\)\$$|^\^\(([^()]*)\)\$$|^\^([^|()]*)\$$/.exec(matcher.source)
  const names = (inside?.[1] ?? inside?.[2] ?? inside?.[3])?.split('|')
  return names?.every((name) => /^[\w-]+$/.test(name)) ? { kind: 'names', names } : matcher
}

type Natives = NativeTool['tool']

/** Returns what a host calls a canonical tool; undefined for one that its table does not have. */
export function nativesOf(name: string, natives: Natives): readonly string[] | undefined {
  return Object.hasOwn(natives, name) ? natives[name] : undefined
}

type Tested = { readonly natives: Natives; readonly isEither: boolean }

function canonicalNames(names: readonly string[], { natives, isEither }: Tested): CanonicalMatcher {
  const found = [...new Set(names.flatMap((name) => canonicalOf(name, natives)))]
  const dead = isEither ? [] : names.filter((name) => isDead(name, names, natives))
  const others = found.flatMap((name) => {
    const isWhole = isEither && names.includes(name)
    return isWhole ? [] : (nativesOf(name, natives) ?? []).filter((native) => !names.includes(native))
  })
  const besides = [...new Set(others)]
  const losses: (Loss | false)[] = [
    dead.length > 0 && wasDead(dead),
    dead.length === 0 && besides.length > 0 && alsoFor(besides),
  ]
  return { matcher: { kind: 'names', names: found }, losses: losses.filter((one) => one !== false) }
}

/** A canonical name where only the host's own names are tested, and none of those stands beside it. */
function isDead(name: string, names: readonly string[], natives: Natives): boolean {
  return nativesOf(name, natives)?.some((native) => names.includes(native)) === false
}

function wasDead(names: readonly string[]): Loss {
  const why = `its host has no tool named ${names.join(', ')}, so it never ran for it; now it does`
  return { effect: 'wider', part: 'matcher', why }
}

function alsoFor(names: readonly string[]): Loss {
  const why = `it now runs for other names of the same tools too: ${names.join(', ')}`
  return { effect: 'note', part: 'matcher', why }
}

/** Several tools may have one name at the host; a name that no table has is canonical already. */
function canonicalOf(native: string, natives: Natives): readonly string[] {
  const found = Object.keys(natives).filter((name) => natives[name]?.includes(native))
  return found.length === 0 ? [native] : found
}

/** On its own host the regular expression fits as before; on others the tools it means have their canonical names. */
function withCanonicalNames(source: string, natives: Natives): CanonicalMatcher {
  const regex = new RegExp(source)
  const meant = Object.keys(natives).filter((name) => natives[name]?.some((native) => regex.test(native)))
  const either = meant.length === 0 ? source : `${source}|^(?:${meant.join('|')})$`
  return { matcher: { kind: 'regex', source: either }, isNativeRegex: true, losses: [] }
}
