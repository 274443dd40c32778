/** Options of `git commit` whose value is the next word. */
const VALUED = ['message', 'file', 'author', 'date', 'reuse-message', 'reedit-message', 'template', 'cleanup']
const VALUED_TOO = ['fixup', 'squash', 'trailer', 'pathspec-from-file']
const VALUED_LETTERS = 'mFCct'
/** With these nothing is committed. */
const SHOWING = ['dry-run', 'short', 'porcelain', 'long', 'help']
const OTHERS = [
  'all',
  'patch',
  'include',
  'only',
  'amend',
  'no-edit',
  'edit',
  'no-verify',
  'verify',
  'verbose',
  'quiet',
  'signoff',
  'status',
  'branch',
  'gpg-sign',
  'null',
  'allow-empty',
  'allow-empty-message',
  'no-post-rewrite',
  'reset-author',
  'untracked-files',
  'interactive',
  'unified',
  'inter-hunk-context',
  'ahead-behind',
  'pathspec-file-nul',
]
const LONG = [...VALUED, ...VALUED_TOO, ...SHOWING, ...OTHERS]

/** Subcommands that finish what stopped at a conflict, with the work tree as somebody left it. */
const CONTINUED: ReadonlySet<string> = new Set(['merge', 'cherry-pick', 'revert'])

/** True when a subcommand of git with these arguments makes a commit out of the work tree or the index. */
export function makesCommit(subcommand: string, args: readonly string[]): boolean {
  if (subcommand === 'commit') return !onlyShows(args)
  if (subcommand === 'commit-tree') return true
  return CONTINUED.has(subcommand) && args.some(isContinue)
}

/** The value of `-m --dry-run` is a message, so that values are skipped; after `--` there are only paths. */
function onlyShows(args: readonly string[]): boolean {
  let isShown = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') break
    if (word.startsWith('--')) {
      const [written = '', value] = word.slice(2).split('=', 2)
      const name = longName(written)
      if (written.startsWith('no-') && SHOWING.includes(written.slice(3))) return false
      if (SHOWING.includes(name)) isShown = true
      if (value === undefined && (VALUED.includes(name) || VALUED_TOO.includes(name))) at++
    } else if (word.startsWith('-')) {
      if (word === '-h') isShown = true
      if (takesNext(word)) at++
    }
  }
  return isShown
}

/** git takes every unambiguous beginning of a long option. */
function longName(written: string): string {
  if (LONG.includes(written)) return written
  const fitting = LONG.filter((name) => name.startsWith(written))
  return fitting.length === 1 ? (fitting[0] ?? '') : written
}

/** The first letter that takes a value takes what is left of the word, or the next one when nothing is. */
function takesNext(word: string): boolean {
  const letters = word.slice(1)
  const at = letters.split('').findIndex((letter) => VALUED_LETTERS.includes(letter) || 'Su'.includes(letter))
  return at !== -1 && at === letters.length - 1 && VALUED_LETTERS.includes(letters[at] ?? '')
}

function isContinue(word: string): boolean {
  return word.startsWith('--co') && !word.startsWith('--com')
}
