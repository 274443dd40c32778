/** Options of git itself whose value is the next word. `-c` and `-C` both take one, so folded case does no harm. */
const VALUED = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/

/** Subcommands that start nothing they are told to, unless an option below says so. */
const INERT: ReadonlySet<string> = new Set(
  (
    'add am apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean ' +
    'clone commit commit-tree count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref ' +
    'format-patch fsck gc grep hash-object init log ls-files ls-remote ls-tree maintenance merge merge-base ' +
    'merge-tree mv name-rev notes prune pull push range-diff read-tree rebase reflog remote reset restore rev-list ' +
    'rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stash status submodule switch ' +
    'symbolic-ref tag update-index update-ref verify-commit version whatchanged worktree write-tree lfs'
  ).split(' '),
)

/** git takes every unambiguous beginning of a long option. */
const RUNS =
  /^(?:--(?:u(?:$|=|p(?!date))|rece|e(?:$|=|x(?!clude|it))|op|con(?:$|=|f(?!lict))|te(?!xt))|\w+::)/

/** Options that run something in one subcommand and are harmless in the others. */
const RUNS_IN: Readonly<Record<string, RegExp>> = {
  clone: /^-[^-]*[uc]/,
  'ls-remote': /^-[^-]*u/,
  rebase: /^-[^-]*x/,
  grep: /^-[^-]*O/,
  submodule: /^foreach$/,
  'update-index': /^--in/,
  lfs: /^(?!ls-files$|status$|pull$|push$|fetch$|track$|install$)/,
}

/** Index of git's subcommand in `words`, where `words[at]` is git: `push` in `git -C x --no-pager push`. */
export function gitSubcommand(words: readonly string[], at: number): number {
  let next = at + 1
  while (words[next]?.startsWith('-')) next += VALUED.test(words[next] ?? '') ? 2 : 1
  return next
}

/** Indexes of the words of a git command that git may run: values of its settings, and all words of what is not inert. */
export function runByGit(words: readonly string[]): readonly number[] {
  const at = gitSubcommand(words, 0)
  const subcommand = words[at] ?? ''
  const isInert = subcommand === '' || (INERT.has(subcommand) && !hasRunningOption(words, at))
  return [...words.keys()].filter((index) => index > 0 && (index < at ? isSetting(words, index) : !isInert))
}

/** Subcommands that an option makes run something. */
const TELLABLE = /^(?:clone|fetch|pull|push|ls-remote|remote|rebase|grep|submodule|update-index|archive|lfs)$/

/** True when the word at this index, known only at run time, may turn out to be an option that runs something. */
export function mayTakeOption(shapes: readonly string[], index: number): boolean {
  const at = gitSubcommand(shapes, 0)
  return index > at && TELLABLE.test(shapes[at] ?? '') && /^-{0,2}\*/.test(shapes[index] ?? '')
}

/** True when git was told to run something by an option or a setting, and not by its subcommand. */
export function straysInGit(words: readonly string[]): boolean {
  const at = gitSubcommand(words, 0)
  return hasRunningOption(words, at) || words.some((_, index) => index < at && isSetting(words, index))
}

function hasRunningOption(words: readonly string[], at: number): boolean {
  const own = RUNS_IN[words[at] ?? '']
  return words.slice(at + 1).some((word) => RUNS.test(word) || own?.test(word) === true)
}

function isSetting(words: readonly string[], index: number): boolean {
  return (
    /^(?:-c|--config-env)$/.test(words[index - 1] ?? '') ||
    /^--(?:config-env|exec-path)=|^-c./.test(words[index] ?? '')
  )
}
