/** Names of the variables that a host gives its hooks, as far as the files that a command names depend on them. */
export type HostVariables = {
  /** Hold the project's folder. */
  readonly project: readonly string[]
  /** Every hook gets them, so that a default in `${NAME:-word}` is never used. */
  readonly alwaysSet: readonly string[]
  /** Options of a plugin, whose values only the process gets. Absent: its plugins have none. */
  readonly options?: {
    /** What the names of their variables begin with. */
    readonly prefix: string
    /** What their placeholders begin with, before a dot. */
    readonly path: string
  }
}

export const noVariables: HostVariables = { project: [], alwaysSet: [] }
