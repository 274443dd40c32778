/** How the files of one host are written. */
export type FileForm = {
  /**
   * `groups`: `{ EVENT: [{ matcher, hooks: [entry…] }] }`. `entries`: `{ EVENT: [entry…] }`. `triggers`: a list of
   * entries with `trigger`, whose `action` says what to do. `list`: a list of entries, each with its event as `type`.
   */
  readonly shape: 'groups' | 'entries' | 'triggers' | 'list'
  /** Set: the map of events may stand at the top level, without a key `hooks`. */
  readonly bare?: true
  /** Keys beside the events that are not events. */
  readonly notEvents?: readonly string[]
  /** Set: the host has more events than its table; a name that is not in it is an event too. */
  readonly moreEvents?: true
  /** What `version` must be. Absent: it is not looked at. */
  readonly version?: string
  /** Keys of an entry. */
  readonly keys: readonly string[]
  readonly timeout: TimeoutForm
  readonly matcher: MatcherRule
  /** Key of an entry that holds its matcher. Default: `matcher`. */
  readonly matcherKey?: string
  /** Groups of tools that a matcher of the rule `categories` may name: canonical names. */
  readonly categories?: Readonly<Record<string, readonly string[]>>
  /** Name of an inline form, or `argv` for a command that is split into words and started without a shell. */
  readonly start: string
  /** A key whose value makes a failure of the hook a deny, on events that wait for a decision. Absent: no key does. */
  readonly closed?: { readonly keys: readonly string[]; readonly at: unknown }
  /** Exit code that ends the turn. Absent: none does. */
  readonly haltExit?: number
  /** What makes two entries the same, which run once. Absent: nothing, all run. */
  readonly sameBy?: 'command' | 'matcher-and-command'
  /** Set: several files of one scope; the name of the file is in the ids of its hooks. */
  readonly named?: true
  readonly plugins?: PluginForm
  /** A variable that switches all hooks off when it is `1`, `true`, `yes` or `on`. */
  readonly offVariable?: string
}

export type TimeoutForm = {
  readonly key: string
  readonly unitMs: number
  readonly defaultMs: number
  readonly mostMs?: number
  /** Set: 0 means that there is no limit. */
  readonly zeroIsNone?: true
}

/** Hooks that come in folders of plugins. */
export type PluginForm = {
  /** Paths, with slashes, of files that hold hooks; the group `root` is the folder of the plugin, `name` its name. */
  readonly file: RegExp
  /** Paths of files that say, under `key`, which plugins are switched off. */
  readonly settings: { readonly file: RegExp; readonly key: string }
}

/**
 * `search`: a regular expression found anywhere. `full`: one that fits the whole name; a text that is not a regular expression is a name.
 * `name-or-full`: the same, but a regular expression only where it looks like one. `glob`: names with `*`, servers with
 * `@`. `categories`: groups of tools, else `search`. `shell-pattern`: a pattern as for files, or behind `re:` a regular
 * expression that fits the whole name; upper and lower case are the same.
 */
export type MatcherRule = 'search' | 'full' | 'name-or-full' | 'glob' | 'categories' | 'shell-pattern'
