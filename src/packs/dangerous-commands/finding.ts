/** What a dangerous command does, as the option `categories` names it. */
export const CATEGORIES = [
  'delete',
  'history',
  'system',
  'download',
  'exfiltration',
  'database',
  'cloud',
  'environment',
] as const
/** See `CATEGORIES`. */
export type Category = (typeof CATEGORIES)[number]

/** Why a call is stopped. */
export type Finding = {
  /** `unanalysable`: what would run cannot be known. */
  readonly category: Category | 'unanalysable'
  /** Name of the program. Empty: the whole line. */
  readonly program: string
  /** What would happen, and to what, as the end of "this would …". */
  readonly what: string
  /** What to do instead, as a sentence. */
  readonly instead: string
}
