import type { Redirection } from 'unbash'
import { gitSubcommand } from './git.ts'
import { isShell, scriptSource } from './interpreters.ts'
import { programName } from './wrappers.ts'

const SPLIT_STRING = /^(?:-[a-z0]*S|--split-string(?:=|$))/
const COMMAND = /^(?:-[a-z]*?c|--(?:c[a-z]*|session-command)(?:=|$))/
const TAR_COMMAND =
  /^(?:(?:--checkpoint-action=)?exec=|-I|--(?:to-command|use-compress-program|info-script|rsh-command)(?:=|$))/
const REBASE_COMMAND = /^(?:-x|--exec(?:=|$))/

/** Shell text that the command at `words[0]` runs in turn, where it stands literally in the command line. */
export function carriedScripts(
  words: readonly string[],
  redirections: readonly Redirection[],
): readonly string[] {
  const [first = '', ...rest] = words
  if (isShell(first)) return [...givenAsText(words), ...textsOnStdin(redirections)]
  switch (programName(first)) {
    case 'eval':
      return [rest.join(' ')]
    case 'trap':
      return rest.slice(0, 1)
    case 'env':
      return splitString(rest)
    case 'su':
    case 'runuser':
    case 'script':
      return valuesOf(rest, COMMAND)
    case 'tar':
      return valuesOf(rest, TAR_COMMAND)
    case 'git':
      return runByGit(words.slice(gitSubcommand(words, 0)))
    default:
      return []
  }
}

/** Here-documents and here-strings. */
export function textsOnStdin(redirections: readonly Redirection[]): readonly string[] {
  return redirections.flatMap((redirection) => {
    if (redirection.type === 'HereDoc') return [redirection.body.text]
    return redirection.type === 'HereString' && redirection.target ? [redirection.target.value] : []
  })
}

function givenAsText(words: readonly string[]): readonly string[] {
  const source = scriptSource(words)
  return source?.from === 'text' ? [source.text] : []
}

/** The value of each such option, attached or as the next word. */
function valuesOf(words: readonly string[], option: RegExp): readonly string[] {
  return words.flatMap((word, at) => {
    const [written] = option.exec(word) ?? []
    if (written === undefined) return []
    return word === written ? words.slice(at + 1, at + 2) : [word.slice(written.length)]
  })
}

/** `-S` takes its text attached or as the next word; the words behind it are arguments of that command. */
function splitString(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => SPLIT_STRING.test(word))
  if (at === -1) return []
  return [[words[at]?.replace(SPLIT_STRING, '') ?? '', ...words.slice(at + 1)].join(' ')]
}

function runByGit([subcommand, ...rest]: readonly string[]): readonly string[] {
  if (subcommand === 'rebase') return valuesOf(rest, REBASE_COMMAND)
  const at = subcommand === 'submodule' ? rest.indexOf('foreach') : -1
  return at === -1
    ? []
    : [
        rest
          .slice(at + 1)
          .join(' ')
          .replace(/^(?:-\S+ )+/, ''),
      ]
}
