/** How a program names the command that it runs: operands before it, and short options that take a value. */
export type Wrapper = {
  readonly operands?: number
  readonly valued?: string
  /** Letters whose value, if any, is what is left of the word. */
  readonly attached?: string
  /** All long options that take the next word. Absent: any long option may. */
  readonly long?: string
}
