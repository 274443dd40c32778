import type { ShellName } from '../../core/hook.ts'
import type { Place } from '../../core/issue.ts'

/** What a hook can be set to run at; all but `manual` are hooks of git itself. */
export const STAGES = [
  'manual',
  'commit-msg',
  'post-checkout',
  'post-commit',
  'post-merge',
  'post-rewrite',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
] as const
export type Stage = (typeof STAGES)[number]

export type HookType = Exclude<Stage, 'manual'>
export const HOOK_TYPES: readonly HookType[] = STAGES.filter((stage) => stage !== 'manual')

/** A compiled regex or glob on a path; never fails at match time. */
export type Pattern = {
  /** As the file has it, for messages. */
  readonly text: string
  /** Absent: a regex. */
  readonly kind?: 'glob'
  test(path: string): boolean
}

/** Where a hook's definition comes from. */
export type HookRepo =
  | { readonly kind: 'local' }
  | { readonly kind: 'meta' }
  | { readonly kind: 'builtin' }
  /** `clone` is its folder in the store. */
  | { readonly kind: 'remote'; readonly url: string; readonly rev: string; readonly clone: string }

/** One hook of one project with manifest and defaults merged in: nothing is left to look up. */
export type GitHook = {
  readonly id: string
  readonly name: string
  readonly alias: string
  readonly description?: string
  readonly repo: HookRepo
  readonly entry: string
  readonly language: LanguageName
  readonly shell?: ShellName
  readonly args: readonly string[]
  /** Over the environment of the process. */
  readonly env: Readonly<Record<string, string>>
  readonly additionalDependencies: readonly string[]
  readonly languageVersion: string
  /** Whether a toolchain may or must be the machine's own. */
  readonly languagePreference?: 'managed' | 'system' | 'only-managed' | 'only-system'
  readonly files?: Pattern
  readonly exclude?: Pattern
  readonly types: readonly string[]
  readonly typesOr: readonly string[]
  readonly excludeTypes: readonly string[]
  readonly alwaysRun: boolean
  /** A number: at most that many names at once. */
  readonly passFilenames: boolean | number
  readonly requireSerial: boolean
  /** Lower runs first, equal ones run side by side. Default: the hook's position in its file. */
  readonly priority: number
  readonly groups: readonly string[]
  readonly failFast: boolean
  readonly verbose: boolean
  readonly logFile?: string
  readonly stages: readonly Stage[]
  /** Position in the flattened list of its file. */
  readonly index: number
  readonly place: Place
}

export const LANGUAGE_NAMES = [
  'bun',
  'conda',
  'coursier',
  'dart',
  'deno',
  'docker',
  'docker_image',
  'dotnet',
  'fail',
  'golang',
  'haskell',
  'julia',
  'lua',
  'mise',
  'node',
  'perl',
  'php',
  'pygrep',
  'python',
  'r',
  'ruby',
  'rust',
  'script',
  'swift',
  'system',
] as const
export type LanguageName = (typeof LANGUAGE_NAMES)[number]
