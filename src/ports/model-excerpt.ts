/** Long runs that mix letters and digits, and what follows the usual words for a secret. */
const SECRETS =
  /\b(?:Bearer|Basic)\s+\S+|\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[a-z]|AKIA|AIza|glpat)[-_\w]{8,}|(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}/g

// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const UNSEEN = /[\s\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/g

/** Enough of a foreign text to recognise it in a message: one line, without what looks like a secret. */
export function excerpt(text: string, maxCharacters = 200): string {
  // Ten times as much is looked at, so that a secret at the edge is seen whole.
  const line = text
    .slice(0, maxCharacters * 10)
    .replace(UNSEEN, ' ')
    .trim()
    .replace(SECRETS, '[hidden]')
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`
}
