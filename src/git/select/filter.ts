import type { GitHook, Pattern } from '../contracts/model.ts'
import { shuffled } from './shuffle.ts'
import type { Tagger } from './tagger.ts'

export type PathFilter = { readonly files?: Pattern; readonly exclude?: Pattern }

/** What a hook says about the files it is for. */
export type FileRule = Pick<GitHook, 'files' | 'exclude' | 'types' | 'typesOr' | 'excludeTypes'>

type Selection = { readonly candidates: readonly string[]; readonly names: readonly string[] }

/** Many hooks say nothing about paths and the same about types; with 20,000 files the answer is worth keeping. */
const selections = new WeakMap<Tagger, Map<string, Selection>>()

/** The names a project's own `files` and `exclude` leave; they are relative to the project. */
export function filterPaths(names: readonly string[], filter: PathFilter): readonly string[] {
  const { files, exclude } = filter
  return files === undefined && exclude === undefined ? names : names.filter(pathTest(filter))
}

/** The names a hook gets, in the order in which it gets them. */
export function selectFiles(
  candidates: readonly string[],
  hook: FileRule,
  tagger: Tagger,
): readonly string[] {
  const select = (): readonly string[] => shuffled(candidates.filter(ruleTest(hook, tagger)))
  const { files, exclude, types, typesOr, excludeTypes } = hook
  if (files !== undefined || exclude !== undefined) return select()
  const known = selections.get(tagger) ?? new Map<string, Selection>()
  selections.set(tagger, known)
  const key = JSON.stringify([types, typesOr, excludeTypes])
  const earlier = known.get(key)
  if (earlier?.candidates === candidates) return earlier.names
  const names = select()
  known.set(key, { candidates, names })
  return names
}

/** Whether there is anything to do for a hook that takes no names. */
export function hasMatch(candidates: readonly string[], hook: FileRule, tagger: Tagger): boolean {
  return candidates.some(ruleTest(hook, tagger))
}

function ruleTest(hook: FileRule, tagger: Tagger): (name: string) => boolean {
  const hasTags = tagger.matcher(hook)
  if (hook.files === undefined && hook.exclude === undefined) return hasTags
  const isWanted = pathTest(hook)
  return (name) => isWanted(name) && hasTags(name)
}

function pathTest({ files, exclude }: PathFilter): (name: string) => boolean {
  return (name) => (files?.test(name) ?? true) && !(exclude?.test(name) ?? false)
}
