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
/** One of `STAGES`: when a git hook runs, such as `pre-commit`. */
export type Stage = (typeof STAGES)[number]

/** A hook of git itself: every stage but `manual`. */
export type HookType = Exclude<Stage, 'manual'>
/** The hooks of git that can be installed: all stages but `manual`. */
export const HOOK_TYPES: readonly HookType[] = STAGES.filter((stage) => stage !== 'manual')

/** A compiled regex or glob on a path; never fails at match time. */
export type Pattern = {
  /** The pattern as the file has it. */
  readonly text: string
  /** Set for a glob. Absent: the pattern is a regular expression. */
  readonly kind?: 'glob'
  /** True when the path from the root of the project fits. */
  test(path: string): boolean
}

/** Where a hook's definition comes from. */
export type HookRepo =
  | {
      /** The config file itself defines the hook. */
      readonly kind: 'local'
    }
  | {
      /** A check of the config itself, such as `check-hooks-apply`. */
      readonly kind: 'meta'
    }
  | {
      /** A hook that runs inside this process. */
      readonly kind: 'builtin'
    }
  | {
      /** Another repository defines the hook. */
      readonly kind: 'remote'
      /** Address of the repository, as the config has it. */
      readonly url: string
      /** Tag or commit, as the config has it. */
      readonly rev: string
      /** Absolute path of its clone in the store. */
      readonly clone: string
    }

/** One hook of one project with manifest and defaults merged in: nothing is left to look up. */
export type GitHook = {
  /** Id of the hook in its config file. */
  readonly id: string
  /** What is shown for the hook. */
  readonly name: string
  /** Another name to select it by; empty: none. */
  readonly alias: string
  /** What the hook does, for people. Absent: its author says nothing. */
  readonly description?: string
  /** Where the definition comes from. */
  readonly repo: HookRepo
  /** The command, or what its language makes of it: an image, a pattern. */
  readonly entry: string
  /** How the hook is installed and run, such as `system` or `python`. */
  readonly language: LanguageName
  /** The shell that runs `entry`. Absent: it is split into words and started without one. */
  readonly shell?: ShellName
  /** Arguments after those of `entry` and before the files. */
  readonly args: readonly string[]
  /** Variables of the hook, on top of those of the process. */
  readonly env: Readonly<Record<string, string>>
  /** Packages to install into the environment of the hook. */
  readonly additionalDependencies: readonly string[]
  /** Version of the toolchain; `default` takes any. */
  readonly languageVersion: string
  /** Whether a toolchain may or must be the machine's own. */
  readonly languagePreference?: 'managed' | 'system' | 'only-managed' | 'only-system'
  /** Only files whose path fits. Absent: all. */
  readonly files?: Pattern
  /** Not files whose path fits. Absent: none. */
  readonly exclude?: Pattern
  /** Only files with all of these tags, such as `text` or `python`. */
  readonly types: readonly string[]
  /** Only files with one of these tags. Empty: no such limit. */
  readonly typesOr: readonly string[]
  /** Not files with one of these tags. */
  readonly excludeTypes: readonly string[]
  /** True: it runs without a matching file as well. */
  readonly alwaysRun: boolean
  /** Whether the files are given as arguments; a number: at most that many at once. */
  readonly passFilenames: boolean | number
  /** True: one process at a time gets the files. */
  readonly requireSerial: boolean
  /** Lower runs first, equal ones run side by side. Default: the hook's position in its file. */
  readonly priority: number
  /** Groups to choose it by, with `groups`, `requireGroups` and `noGroups`. */
  readonly groups: readonly string[]
  /** True: the run ends after this hook when it fails. */
  readonly failFast: boolean
  /** True: its output is shown when it passes, too. */
  readonly verbose: boolean
  /** Path of a file that gets its output. Absent: none does. */
  readonly logFile?: string
  /** The stages at which it runs. */
  readonly stages: readonly Stage[]
  /** Position in the flattened list of its file. */
  readonly index: number
  /** Where the config file has it. */
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
