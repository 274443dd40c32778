/** One piece of code. Comments and blanks are left out; the end of a line is a mark, too. */
export type Token = {
  readonly kind: 'name' | 'string' | 'command' | 'number' | 'mark'
  /** A name, the value of a string, or the mark itself. */
  readonly text: string
  /** False: a string with parts that are only known at run time. */
  readonly known: boolean
}
