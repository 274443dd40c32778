import type { Redirection } from 'unbash'
import { programName } from './wrappers.ts'

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash'])
const SPLIT_STRING = /^(?:-[a-z0]*S|--split-string(?:=|$))/
const SHELL_OPTION_C = /^-[A-Za-z]*c[A-Za-z]*$/

/** Shell text that the command at `words[0]` runs in turn, where it stands literally in the command line. */
export function carriedScripts(
  words: readonly string[],
  redirections: readonly Redirection[],
): readonly string[] {
  const [first = '', ...rest] = words
  const name = programName(first)
  if (name === 'eval') return [rest.join(' ')]
  if (name === 'trap') return rest.slice(0, 1)
  if (name === 'env') return splitString(rest)
  if (name === 'su' || name === 'runuser') return afterOption(rest, /^(?:-c|--command)$/)
  if (!SHELLS.has(name)) return []
  return [...afterOption(rest, SHELL_OPTION_C), ...redirections.flatMap(givenOnStdin)]
}

function afterOption(words: readonly string[], option: RegExp): readonly string[] {
  const at = words.findIndex((word) => option.test(word))
  return at === -1 ? [] : words.slice(at + 1, at + 2)
}

/** `-S` takes its text attached or as the next word; the words behind it are arguments of that command. */
function splitString(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => SPLIT_STRING.test(word))
  if (at === -1) return []
  return [[words[at]?.replace(SPLIT_STRING, '') ?? '', ...words.slice(at + 1)].join(' ')]
}

function givenOnStdin(redirection: Redirection): readonly string[] {
  if (redirection.type === 'HereDoc') return [redirection.body.text]
  return redirection.type === 'HereString' && redirection.target ? [redirection.target.value] : []
}
