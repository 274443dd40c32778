import type { Dissected } from '../conditions/bash.ts'
import type { Finding } from './finding.ts'
import type { Guarded } from './places.ts'
import { PROJECT_FILE } from './rules.ts'

/** One program of the line and its words, with what the line sets filled in. */
export type Program = {
  readonly name: string
  readonly args: readonly string[]
  /** As they stand from the program on. */
  readonly words: readonly string[]
  /** It runs another program of the same command, whose words these are too. */
  readonly isWrapper: boolean
}

export type Line = {
  readonly text: string
  readonly dissected: Dissected
  readonly guarded: Guarded
  /** Folders that the line may be in when a command runs. */
  readonly cwds: readonly string[]
  readonly programs: readonly Program[]
}

/** A change of a guarded file. */
export function changeOf(kind: string, path: string): Finding {
  const what = `change ${kind} (${path.length > 200 ? `${path.slice(0, 200)}…` : path})`
  if (kind !== PROJECT_FILE) return { what }
  const next =
    'A person may agree; its hooks then need a review with `hookwright trust show` before they run.'
  return { what, next }
}

/** What the first of the paths is that the guard keeps. */
export function firstChange(
  paths: readonly string[],
  { guarded, cwds }: Pick<Line, 'guarded' | 'cwds'>,
): Finding | undefined {
  return first(paths, (path) => {
    const kind = guarded.kindOf(path, cwds)
    return kind === undefined ? undefined : changeOf(kind, path)
  })
}

export function first<T, R>(items: Iterable<T>, find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
