/** A question a hook asks while it runs. */
export type Question = {
  /** Id of the question, made by the hook; the answer carries it. */
  readonly id: string
  /** What to ask the person. */
  readonly message: string
  /** What the person can choose from, in the order to show. */
  readonly options: readonly {
    /** What to return when this option is chosen. */
    readonly key: string
    /** The option as the person sees it. */
    readonly label: string
    /** What the option means. Absent: the label says it all. */
    readonly description?: string
  }[]
}
