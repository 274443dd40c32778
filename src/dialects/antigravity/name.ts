/** Name of the dialect and of its wire. */
export const NAME = 'antigravity'
