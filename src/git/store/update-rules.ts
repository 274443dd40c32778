import type { GitConfig } from '../config/config.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'
import type { Tag } from './tags.ts'

/** What the command line says; the config's `update` fills in what it leaves out. */
export type UpdateOptions = {
  readonly bleedingEdge?: boolean
  readonly freeze?: boolean
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  /** By the URL of a repository: in place of the filters above. */
  readonly repoIncludeTags?: Readonly<Record<string, readonly string[]>>
  /** By the URL of a repository: on top of the filters above. */
  readonly repoExcludeTags?: Readonly<Record<string, readonly string[]>>
  readonly cooldownDays?: number
  /** URLs as the config has them; absent: all. */
  readonly repos?: readonly string[]
  readonly excludeRepos?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

export type Rules = { readonly freeze: boolean; isEligible(tag: Tag): boolean }

const DAY_S = 86_400

/** The rules for one repository: its own before those for all, the command line before the file. */
export function rulesFor(url: string, { update }: GitConfig, options: UpdateOptions): Rules {
  const own = update?.repos?.[url]
  const include =
    options.repoIncludeTags?.[url] ?? options.includeTags ?? own?.includeTags ?? update?.includeTags ?? []
  const exclude = [
    ...(options.excludeTags ?? own?.excludeTags ?? update?.excludeTags ?? []),
    ...(options.repoExcludeTags?.[url] ?? []),
  ]
  const days = options.cooldownDays ?? own?.cooldownDays ?? update?.cooldownDays ?? 0
  const [isIncluded, isExcluded] = [anyOf(include), anyOf(exclude)]
  const latest = options.now / 1000 - days * DAY_S
  return {
    freeze: options.freeze ?? own?.freeze ?? update?.freeze ?? false,
    isEligible: ({ name, at }) =>
      (days === 0 || at <= latest) && (include.length === 0 || isIncluded(name)) && !isExcluded(name),
  }
}

/** A glob that cannot be read matches nothing; the config reader refuses those in files. */
function anyOf(globs: readonly string[]): (name: string) => boolean {
  const pattern = globs.length === 0 ? undefined : compilePattern({ glob: globs })
  return (name) => pattern !== undefined && !isPatternProblem(pattern) && pattern.test(name)
}
