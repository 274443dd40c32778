/** Deeper than any config file; the parsers recurse. */
export const MAX_DEPTH = 500
/** Of a file that is edited, in bytes. */
export const MAX_BYTES = 4 * 1_048_576
