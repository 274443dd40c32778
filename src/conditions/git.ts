/** Options of git itself whose value is the next word. `-c` and `-C` both take one, so folded case does no harm. */
const VALUED = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/

/** Index of git's subcommand in `words`, where `words[at]` is git: `push` in `git -C x --no-pager push`. */
export function gitSubcommand(words: readonly string[], at: number): number {
  let next = at + 1
  while (words[next]?.startsWith('-')) next += VALUED.test(words[next] ?? '') ? 2 : 1
  return next
}
