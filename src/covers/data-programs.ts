/** Programs that run none of the words they are given: they print, compare, read or write what the words name. */
const DATA: ReadonlySet<string> = new Set(
  (
    'echo printf test [ : true false exit return export local declare typeset readonly set unset shift read mapfile ' +
    'readarray getopts let wait kill sleep umask cat head tail grep egrep fgrep wc ls mkdir rmdir rm touch cp mv ln ' +
    'chmod tee sort uniq cut tr basename dirname realpath readlink date stat du df sha256sum md5sum cmp diff file ' +
    'logger notify-send say find pwd which type hash'
  ).split(' '),
)

/** The same, unless an option names a file with rules. */
const TOOLS: ReadonlySet<string> = new Set(
  (
    'jq prettier oxfmt dprint biome gofmt goimports rustfmt clang-format shfmt stylua black isort autopep8 yapf ruff ' +
    'taplo eslint oxlint shellcheck tsc rg curl'
  ).split(' '),
)
const RULES =
  /^(?:-[a-zA-Z]*[cfLK]|--(?:config|plugin|rulesdir|resolve|parser|ext|from-file|pre|project)\b.*)$/

/** Of git, behind which no option can name a program or a folder of programs. */
const GIT: ReadonlySet<string> = new Set(
  'add branch cat-file check-ignore diff log ls-files merge-base reset restore rev-parse show status tag'.split(
    ' ',
  ),
)

/** True where none of the words behind the program can be run. */
export function takesData(program: string, words: readonly string[]): boolean {
  if (DATA.has(program)) return true
  if (program === 'git')
    return GIT.has(words[0] ?? '') && !words.some((word) => word.startsWith('--ext-diff'))
  return TOOLS.has(program) && !words.some((word) => RULES.test(word))
}
