import type { Redirection } from 'unbash'
import { textsOnStdin } from './carriers.ts'
import { gitSubcommand } from './git.ts'
import { isShell, scriptSource, STREAM } from './interpreters.ts'
import { programName } from './wrappers.ts'

const AWK_RUNS = /\bsystem\s*\(|\|&?\s*(?:"|getline)/
const RUNS_AS_USER = /^(?:-[a-z]*[cu]|--(?:c[a-z]*|session-command|user)(?:=|$))/
const SHELL_OF_USER = /^(?:-[A-Za-z]*[is]|--shell|--login)$/
const GIT_ALIAS = /^(?:--config-env=)?alias\./i

/** Why nobody can say what the command at `words[0]` runs, if so. */
export function doubtAbout(
  words: readonly string[],
  redirections: readonly Redirection[],
): string | undefined {
  const [first = '', ...rest] = words
  const some = (pattern: RegExp) => rest.some((word) => pattern.test(word))
  switch (programName(first)) {
    case '.':
    case 'source':
      return STREAM.test(rest[0] ?? '') ? UNSEEN_SCRIPT : undefined
    case 'su':
    case 'runuser':
      return some(RUNS_AS_USER) ? undefined : unseenOnStdin(redirections)
    case 'alias':
      return some(/^[^-=][^=]*=/) ? NEW_NAME : undefined
    case 'git':
      return definesGitAlias(words) ? NEW_NAME : undefined
    case 'sudo':
    case 'doas':
      return SHELL_OF_USER.test(rest.at(-1) ?? '') ? unseenOnStdin(redirections) : undefined
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return some(AWK_RUNS) ? 'the command has awk run other commands' : undefined
    default:
      return scriptSource(words)?.from === 'stdin' ? unseenOnStdin(redirections) : undefined
  }
}

const UNSEEN_SCRIPT = 'the command runs a script that does not stand in its text'
const NEW_NAME = 'the command defines an alias'

function unseenOnStdin(redirections: readonly Redirection[]): string | undefined {
  return textsOnStdin(redirections).length > 0 ? undefined : UNSEEN_SCRIPT
}

function definesGitAlias(words: readonly string[]): boolean {
  const at = gitSubcommand(words, 0)
  return words.slice(1, words[at] === 'config' ? undefined : at).some((word) => GIT_ALIAS.test(word))
}

/** Text that the command at `words[0]` may take commands from, in a language or a place we do not read. */
export function mentionedBy(
  words: readonly string[],
  redirections: readonly Redirection[],
): readonly string[] {
  const [first = '', ...rest] = words
  switch (programName(first)) {
    case 'ssh':
    case 'parallel':
      return [rest.join(' '), ...textsOnStdin(redirections)]
    case 'docker':
    case 'docker-compose':
    case 'podman':
    case 'nerdctl':
    case 'kubectl':
      return inContainer(rest, redirections)
    case 'vi':
    case 'vim':
    case 'nvim':
    case 'ex':
      return rest.filter((word) => /!|system\(/.test(word))
    case 'git':
      return words.slice(1, gitSubcommand(words, 0)).filter((word) => /^[\w.-]+=/.test(word))
    default:
      return isShell(first) ? [] : inScript(words, redirections)
  }
}

/** Only `run` and `exec` start a program that we can name: `docker rm` is not `rm`. */
function inContainer(words: readonly string[], redirections: readonly Redirection[]): readonly string[] {
  const at = words.findIndex((word) => word === 'run' || word === 'exec')
  return at === -1 ? [] : [words.slice(at + 1).join(' '), ...textsOnStdin(redirections)]
}

function inScript(words: readonly string[], redirections: readonly Redirection[]): readonly string[] {
  const source = scriptSource(words)
  if (source?.from === 'text') return [source.text]
  return source?.from === 'stdin' ? textsOnStdin(redirections) : []
}
