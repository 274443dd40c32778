import type { Finding } from './finding.ts'

const SHELL = /([\w:.]{1,50})\s{0,9}\(\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}\1\s{0,9}&/
const CODE =
  /\bfork\s{1,9}while\s{1,9}(?:fork|1|true)|while\s{0,9}\(?(?:1|True|true)\)?\s{0,9}[:{]\s{0,9}(?:os\.)?fork\b|%0\s{0,9}\|\s{0,9}%0/

/** Returns a finding for a line that starts itself again and again. */
export function repeatsItself(text: string): Finding | undefined {
  if (!SHELL.test(text) && !CODE.test(text)) return undefined
  return {
    category: 'system',
    program: '',
    what: 'start processes without end (a fork bomb)',
    instead: 'No work on a project needs that.',
  }
}
