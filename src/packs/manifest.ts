import type { OnFailure, Programs } from '../core/hook.ts'

/** One option of a pack, as `with` takes it. Its type says which values are accepted. */
export type OptionSpec = {
  /** One plain sentence for the docs: what the option is for. */
  readonly summary: string
} & (
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly default: string }
  | { readonly type: 'flag'; readonly default: boolean }
  | { readonly type: 'number'; readonly least: number; readonly most: number; readonly default: number }
  | { readonly type: 'text'; readonly default: string }
  | { readonly type: 'texts'; readonly default: readonly string[] }
  /** A mapping of some of `keys` to one of `values`. Absent keys have no entry. */
  | {
      readonly type: 'choices'
      readonly keys: readonly string[]
      readonly values: readonly string[]
      readonly default: Readonly<Record<string, string>>
    }
)

/** What a pack does on one event. */
export type PackHook = {
  /** Canonical name of the event. */
  readonly event: string
  /** Matcher of the hook, as an entry of hookwright.yaml has it. Absent: every time. */
  readonly matcher?: string
  /** True: it looks again after another hook rewrote the call. Default: false. */
  readonly guard?: boolean
  /** What a failure becomes. Default: `ignore`. */
  readonly onFailure?: Exclude<OnFailure, 'native'>
  /** Seconds until it is stopped. Default: 60. */
  readonly timeout?: number
  /**
   * Whose programs it starts: those of the machine only, such as git, or also those of the project, which an approval of
   * the use does not cover. Absent: none.
   */
  readonly programs?: Programs
  /** False: it adds, tells or changes something, and never answers with a decision. Default: true. */
  readonly decides?: boolean
  /** Shown while it runs. */
  readonly statusMessage?: string
}

/** A pack as data: all that is needed to read a config that uses it. Its code loads when a hook of it first runs. */
export type PackManifest = {
  /** Name behind `hookwright/`. */
  readonly name: string
  /** What messages call it. Default: `hookwright/NAME`. */
  readonly title?: string
  /** One sentence: what it does. */
  readonly summary: string
  /** Its options by name. */
  readonly options: Readonly<Record<string, OptionSpec>>
  /** What it does, at most once for each event. */
  readonly hooks: readonly PackHook[]
}

/** The options of a use, with defaults filled in. */
export type Options = Readonly<Record<string, unknown>>
