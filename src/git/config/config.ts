import type { Place } from '../../core/issue.ts'
import type { Span } from '../../config/tree.ts'
import type { HookType, Pattern, Stage } from '../contracts/model.ts'
import type { LanguageVersions } from './file-keys.ts'
import type { HookOptions } from './hook-keys.ts'
import type { UpdateSettings } from './update-kind.ts'

/** A hook as its file has it, before manifest and defaults. */
export type HookConfig = { readonly options: HookOptions; readonly place: Place }

type OfRepo = { readonly hooks: readonly HookConfig[]; readonly place: Place }

export type RemoteRepo = OfRepo & {
  readonly kind: 'remote'
  /** A URL, or a path from the config file's folder. */
  readonly url: string
  readonly rev: string
  /** Where `rev` stands in the text without its byte order mark, for those who rewrite it. */
  readonly revSpan: Span
}

export type RepoConfig = RemoteRepo | (OfRepo & { readonly kind: 'local' | 'meta' | 'builtin' })

/** One config file, checked. */
export type GitConfig = {
  readonly file: string
  readonly repos: readonly RepoConfig[]
  readonly files?: Pattern
  readonly exclude?: Pattern
  readonly failFast?: boolean
  readonly defaultLanguageVersion?: LanguageVersions
  /** Empty: hooks without stages of their own never run. */
  readonly defaultStages?: readonly Stage[]
  readonly defaultInstallHookTypes?: readonly HookType[]
  readonly defaultEnv?: Readonly<Record<string, string>>
  readonly priorities?: Readonly<Record<string, number>>
  readonly minimumPrekVersion?: string
  readonly orphan?: boolean
  readonly update?: UpdateSettings
}
