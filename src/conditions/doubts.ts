import type { Redirect, Redirection } from 'unbash'
import { textsOnStdin } from '../analyze/programs/carriers.ts'
import { gitSubcommand } from '../analyze/programs/git.ts'
import { isAwk } from '../analyze/programs/inert.ts'
import {
  isInterpreter,
  isShell,
  scriptSource,
  isStream,
  startsPrograms,
} from '../analyze/programs/interpreters.ts'
import { programName } from '../analyze/programs/names.ts'

const RUNS_AS_USER = /^(?:-[a-z]*[cu]|--(?:c[a-z]*|session-command|user)(?:=|$))/
const SHELL_OF_USER = /^(?:-[A-Za-z]*[is]|--shell|--login)$/
const OTHER_SHELL = /^(?:-[a-z]*s|--sh)/
const GIT_ALIAS = /^(?:--config-env=)?(?:-c)?alias\./i

const UNSEEN_SCRIPT = 'the command runs a script that does not stand in its text'
const NEW_NAME = 'the command gives a name a new meaning'
const RUN_BY_AWK = 'the command has awk run other commands'
const NEW_SYNTAX = 'the command changes how the shell reads commands'

/** Returns why the text does not tell what the program at `words[0]` runs; undefined when it does. */
export function doubtAbout(
  words: readonly string[],
  redirections: readonly Redirection[],
): string | undefined {
  const [first = '', ...rest] = words
  const some = (pattern: RegExp) => rest.some((word) => pattern.test(word))
  switch (programName(first)) {
    case '.':
    case 'source':
      return isStream(rest.find((word) => word !== '--') ?? '') ? UNSEEN_SCRIPT : undefined
    case 'su':
    case 'runuser':
      if (some(OTHER_SHELL)) return UNSEEN_SCRIPT
      return some(RUNS_AS_USER) ? undefined : unseenOnStdin(redirections)
    case 'run-parts':
      return UNSEEN_SCRIPT
    case 'make':
      return some(/^(?:-\w*f)?(?:-$|\/dev\/|<\()/) ? UNSEEN_SCRIPT : undefined
    case 'alias':
      return some(/^[^-=][^=]*=/) ? NEW_NAME : undefined
    case 'hash':
      return some(/^-\w*p/) ? NEW_NAME : undefined
    case 'enable':
      return some(/^-\w*f/) ? NEW_NAME : undefined
    case 'set':
      return some(/^[-+]\w*k|^keyword$/) ? NEW_SYNTAX : undefined
    case 'shopt':
      return some(/^(?:expand_aliases|extglob|extdebug|compat\d+)$/) ? NEW_SYNTAX : undefined
    case 'git':
      return definesGitAlias(words) ? NEW_NAME : undefined
    case 'sudo':
    case 'doas':
      return SHELL_OF_USER.test(rest.at(-1) ?? '') ? unseenOnStdin(redirections) : undefined
    default:
      if (isAwk(programName(first))) return rest.some(runsFromAwk) || readsCode(rest) ? RUN_BY_AWK : undefined
      return isInterpreter(first) ? doubtAboutScript(words, redirections) : undefined
  }
}

function doubtAboutScript(
  words: readonly string[],
  redirections: readonly Redirection[],
): string | undefined {
  const source = scriptSource(words)
  if (source?.from === 'stdin' && unseenOnStdin(redirections) !== undefined) return UNSEEN_SCRIPT
  if (source === undefined || source.from === 'file' || isShell(words[0] ?? '')) return undefined
  const code = source.from === 'text' ? words.slice(1) : textsOnStdin(redirections).map(({ text }) => text)
  return code.some(startsPrograms) ? 'the command has an interpreter start other programs' : undefined
}

/** The last redirection of stdin counts, so that a text is read only where nothing else is put there. */
function unseenOnStdin(redirections: readonly Redirection[]): string | undefined {
  const isText = redirections.some((each) => each.type !== 'Redirect' && isStdin(each))
  const isOther = redirections.some((each) => each.type === 'Redirect' && mayBeStdin(each))
  return isText && !isOther ? undefined : UNSEEN_SCRIPT
}

function isStdin({ descriptor }: Redirection): boolean {
  return descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)
}

function mayBeStdin(redirection: Redirect): boolean {
  return (
    redirection.operator.startsWith('<') || (redirection.descriptor !== undefined && isStdin(redirection))
  )
}

/** True when awk reads its program, or a part of it, from a stream. `-W exec` is the `-f` of mawk. */
function readsCode(words: readonly string[]): boolean {
  return words.some((word) => /^-[^-]*[fiElW]|^--[fiel]/.test(word)) && words.some(isStreamOrHolds)
}

function isStreamOrHolds(word: string): boolean {
  return isStream(word) || isStream(word.replace(/^(?:-\w|--[a-z]+=)/, ''))
}

/** `print | cmd` has a pipe behind a `print`; `/a|b/ || x` has none. */
function runsFromAwk(code: string): boolean {
  if (/\bsystem\s*\(|\|&?\s*(?:"|getline)|^-f(?:-$|\/dev|<\()|^@load/.test(code)) return true
  const printed = code.indexOf('print')
  return printed !== -1 && /(?<!\|)\|(?!\|)/.test(code.slice(printed))
}

function definesGitAlias(words: readonly string[]): boolean {
  const at = gitSubcommand(words, 0)
  return words.slice(1, words[at] === 'config' ? undefined : at).some((word) => GIT_ALIAS.test(word))
}
