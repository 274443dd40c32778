/** Why a text is no pattern: one sentence, where it is known the offset in the text, and what to write instead. */
export type PatternProblem = { readonly message: string; readonly hint?: string; readonly offset?: number }
