import type { GitHook } from '../contracts/model.ts'
import { hasMatch, selectFiles } from '../select/filter.ts'
import type { Tagger } from '../select/tagger.ts'
import type { Chosen } from './choose.ts'

export type Matching = {
  /** Files of the project that may be looked at, from its folder. */
  readonly names: readonly string[]
  readonly tagger: Tagger
}

export type Matches = ReadonlyMap<GitHook, readonly string[] | undefined>

/** The files of every hook, looked at before any of them changes one. */
export function matchAll(hooks: readonly Chosen[], matching: Matching): Matches {
  return new Map(
    hooks.filter(({ isSkipped }) => !isSkipped).map(({ hook }) => [hook, namesFor(hook, matching)]),
  )
}

/** Undefined: nothing to do. A hook that is given no names needs only one that matches. */
function namesFor(hook: GitHook, { names, tagger }: Matching): readonly string[] | undefined {
  if (hook.passFilenames === false) return hook.alwaysRun || hasMatch(names, hook, tagger) ? [] : undefined
  const selected = selectFiles(names, hook, tagger)
  return selected.length > 0 || hook.alwaysRun ? selected : undefined
}
