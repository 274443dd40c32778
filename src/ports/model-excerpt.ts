import { blankUnseen } from '../core/unseen.ts'

/** Long runs that mix letters and digits, and what follows the usual words for a secret. */
const SECRETS =
  /\b(?:Bearer|Basic)\s+\S+|\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[a-z]|AKIA|AIza|glpat)[-_\w]{8,}|(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}/g

/** Enough of a foreign text to recognise it in a message: one line, without what looks like a secret. */
export function excerpt(text: string, maxCharacters = 200): string {
  // Ten times as much is looked at, so that a secret at the edge is seen whole.
  const line = blankUnseen(text.slice(0, maxCharacters * 10)).replace(SECRETS, '[hidden]')
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`
}
