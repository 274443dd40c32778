/** Programs that only look at the files they are given. */
const PLAIN = new Set(
  (
    'cat head tail less more bat batcat ls ll eza exa tree stat file wc diff cmp comm sdiff colordiff delta md5sum sha1sum ' +
    'sha256sum sha512sum shasum b2sum cksum grep egrep fgrep rg ag ack test [ [[ realpath readlink basename dirname echo ' +
    'printf cd pushd popd du df strings od hexdump column cut tr uniq nl tac rev fold fmt paste join base64 pwd which ' +
    'type command export declare local unset set true false : exit return mkdir jq shellcheck yamllint jsonlint find fd ' +
    'code-stat namei lsattr getfattr getfacl pgrep ps man whereis source . zcat zless wait sleep read if'
  ).split(' '),
)

const READING_GIT =
  /^(?:status|diff|log|show|blame|annotate|ls-files|ls-tree|grep|add|stage|commit|check-ignore|check-attr|rev-parse|rev-list|describe|cat-file|shortlog|branch|tag|fetch|push|whatchanged|diff-tree|diff-index|hash-object|remote|worktree)$/

const READING_HOOKWRIGHT =
  /^(?:check|list|explain|run|log|schema|demo|doctor|trust|git|convert|enable|behind)$/

/** Options that make a reader write. */
const WRITING: Readonly<Record<string, RegExp>> = {
  sed: /^-[a-zA-Z]*i|^--in-place|^-[nErsuz]*i/,
  perl: /^-(?![eIM])[a-zA-Z0-9]*i/,
  ruby: /^-(?![eIr])[a-zA-Z0-9]*i/,
  awk: /^-i|^--include|inplace/,
  gawk: /^-i|^--include|inplace/,
  yq: /^-[a-zA-Z]*i|^--in-?place/,
  sort: /^-[a-zA-Z]*o|^--output/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls)$/,
  fd: /^-[a-zA-Z]*[xX]$|^--exec/,
  prettier: /^-[a-zA-Z]*w|^--write/,
  biome: /^--(?:write|fix|apply)/,
  eslint: /^--fix/,
  curl: /^-[a-zA-Z]*[oOJ]|^--output|^--remote/,
  tree: /^-o/,
  tar: /^-[a-zA-Z]*x|^--(?:extract|get|delete)/,
  zip: /^-[a-zA-Z]*m|^--move/,
  gh: /^(?:download|clone|checkout)$|^-[DO]|^--(?:dir|output)/,
  xxd: /^-r|^-revert/,
}
const READS_UNLESS_TOLD: ReadonlySet<string> = new Set(Object.keys(WRITING))

/** True for an interpreter that is told to change the files that its words name. */
export function writesInPlace(program: string, args: readonly string[]): boolean {
  return /^(?:perl|ruby|g?awk)$/.test(program) && args.some((arg) => WRITING[program]?.test(arg) === true)
}

/** True when a program leaves the files alone that its words name. */
export function onlyReads(program: string, args: readonly string[]): boolean {
  if (program === 'git') return READING_GIT.test(gitCommand(args))
  if (program === 'hookwright') return READING_HOOKWRIGHT.test(args[0] ?? 'list') && !args.some(isOut)
  if (/^python[\d.]*$/.test(program)) return args[0] === '-m' && args[1] === 'json.tool' && args.length < 4
  if (program === 'sed') return !args.some((arg) => WRITING['sed']?.test(arg)) && !args.some(sedWrites)
  if (program === 'tar' && /^[a-zA-Z]*x/.test(args[0] ?? '')) return false
  if (READS_UNLESS_TOLD.has(program)) return !args.some((arg) => WRITING[program]?.test(arg) === true)
  return PLAIN.has(program)
}

/** Files that a program writes which otherwise only reads, by an option: `git diff --output=FILE`. */
export function writtenBy(program: string, args: readonly string[]): readonly string[] {
  if (program === 'uniq') return args.filter((arg) => !arg.startsWith('-')).slice(1)
  if (program !== 'git') return []
  return args.flatMap((arg, at) => {
    if (arg === '-o' || arg === '--output' || arg === '--output-directory') return args[at + 1] ?? []
    return /^--output(?:-directory)?=/.test(arg) ? [arg.slice(arg.indexOf('=') + 1)] : []
  })
}

/** The words of sed that are files, and scripts that write one. */
export function sedFiles(args: readonly string[]): readonly string[] {
  const hasOption = args.some((arg) => /^-[a-zA-Z]*[ef]|^--(?:expression|file)/.test(arg))
  const script = hasOption ? -1 : args.findIndex((arg) => !arg.startsWith('-'))
  return args.filter((arg, at) => at !== script || sedWrites(arg))
}

/** `w FILE` of a sed script writes. */
function sedWrites(arg: string): boolean {
  return /(?:^|[;\s/\d}])w\s+\S/.test(arg)
}

function isOut(arg: string): boolean {
  return /^--out(?:=|$)/.test(arg)
}

/** The first word that is no option of git itself. */
export function gitCommand(args: readonly string[]): string {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (/^(?:-[Cc]|--git-dir|--work-tree|--namespace|--config-env)$/.test(arg)) at++
    else if (!arg.startsWith('-')) return arg
  }
  return ''
}
