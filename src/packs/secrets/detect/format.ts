/** One kind of token, told by how it is written. */
export type TokenFormat = {
  /** Name of the kind, as findings and the option `kinds` have it. */
  readonly kind: string
  /** What a token begins with; at least two characters each. */
  readonly starts: readonly string[]
  /** What follows. Bounded. A group in it is the secret part; without one all of the token is. */
  readonly rest: RegExp
  /** Whether a token carries a right checksum: then it is certain. Without one it must look random all the same. */
  readonly checksum?: (token: string) => boolean
  /** True: the secret part must look random, as the form alone says too little. */
  readonly random?: true
}

/** One kind of token without a fixed beginning, told by a text in its middle. */
export type InnerFormat = {
  /** Name of the kind. */
  readonly kind: string
  /** The text in the middle. */
  readonly inner: string
  /** What stands before it, at its end. Tested against at most `reach` characters. */
  readonly before: RegExp
  /** How many characters before the text count. */
  readonly reach: number
  /** What follows the text. */
  readonly after: RegExp
}

/** A secret in a text, before its digest is known. */
export type Place = {
  readonly kind: string
  /** Index of its first character. */
  readonly start: number
  /** Index behind its last character. */
  readonly end: number
}
