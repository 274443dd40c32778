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
