/** Why a text is not a valid pattern: one sentence, the offset in the text if it is known, and what to write instead. */
export type PatternProblem = { readonly message: string; readonly hint?: string; readonly offset?: number }
