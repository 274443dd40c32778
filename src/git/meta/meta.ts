import type { Issue } from '../../core/issue.ts'
import type { OwnHook } from '../contracts/own-hook.ts'
import type { GitHook } from '../contracts/model.ts'
import type { CallContext } from '../contracts/runnable.ts'
import type { PathFilter } from '../select/filter.ts'
import type { Tagger } from '../select/tagger.ts'

/** What a hook about the other hooks looks at. */
export type MetaContext = CallContext & {
  /** Every hook of the project's file, of any stage. */
  readonly hooks: readonly GitHook[]
  /** Every tracked file of the project, relative to it. */
  allFiles(): Promise<readonly string[] | Issue>
  readonly project: PathFilter
  readonly tagger: Tagger
}

/** A hook of `repo: meta`. */
export type MetaHook = OwnHook<MetaContext>

/** The files that define hooks; nothing else can make these hooks fail. */
export const CONFIG_FILES = String.raw`^(?:prek\.toml|\.pre-commit-config\.ya?ml)$`
