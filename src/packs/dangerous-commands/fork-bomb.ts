import type { Finding } from './finding.ts'

const SHELL = /([\w:.]{1,50})\s{0,9}\(\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}\1\s{0,9}&/
const CODE =
  /\bfork\s{1,9}while\s{1,9}(?:fork|1|true)|while\s{0,9}\(?(?:1|True|true)\)?\s{0,9}[:{]\s{0,9}(?:os\.)?fork\b|%0\s{0,9}\|\s{0,9}%0/

/** A longer line is reported as too large anyway. */
const MOST_CHARACTERS = 20_000

/** Returns a finding for a line that starts itself again and again. */
export function repeatsItself(text: string): Finding | undefined {
  const start = text.slice(0, MOST_CHARACTERS)
  if (!SHELL.test(start) && !CODE.test(start)) return undefined
  return {
    category: 'system',
    program: '',
    what: 'start processes without end (a fork bomb)',
    instead: 'No work on a project needs that.',
  }
}
