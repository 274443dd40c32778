/** A question a hook asks while it runs. */
export type Question = {
  readonly id: string
  readonly message: string
  readonly options: readonly {
    readonly key: string
    readonly label: string
    readonly description?: string
  }[]
}

/** Who asks, and about what. */
export type Asking = Question & {
  readonly hook: string
  /** The tool input, shortened to a line. */
  readonly summary?: string
}

/** The one door to a person: the key of the chosen option, or undefined when they cancel. */
export type AskUser = (
  asking: Asking,
  options: { readonly signal: AbortSignal },
) => Promise<string | undefined>
