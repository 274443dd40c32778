import type { Analysis, Subcommand } from './analysis.ts'
import { compileStars, compileWildcard, type Wildcard } from './wildcard.ts'
import { programName } from './wrappers.ts'

/** `whole`: the rule covers everything the call does and nothing is left to run time. */
export type Match = { readonly holds: boolean; readonly why: string; readonly whole: boolean }

export type ShellPattern = {
  readonly matches: Wildcard
  /** The program it names; may itself hold a `*`. */
  readonly name: string
  readonly saysMoreThanName: boolean
  readonly spansCommands: boolean
}

export function compileShellPattern(content: string): ShellPattern {
  const stem = content.replace(/(?: |:)\*$/, '')
  return {
    matches: compileWildcard(content),
    name: /^\S*/.exec(stem)?.[0] ?? '',
    saysMoreThanName: /\s/.test(stem),
    spansCommands: /[;&|\n]/.test(content),
  }
}

/** `why` never quotes the command: it ends up in logs, and those carry no content. */
export function matchCommand(pattern: ShellPattern, command: string, analysis: Analysis): Match {
  if (analysis.kind === 'unanalysable') return inDoubt(analysis.why)
  if (pattern.spansCommands && pattern.matches(command.trim()))
    return { holds: true, why: 'the command line matches', whole: false }
  const { commands } = analysis
  const at = commands.findIndex((part) => matchesSome(pattern, [...part.texts, ...part.inner]))
  if (at !== -1) return { holds: true, why: partMatches(at, commands), whole: coversAll(pattern, analysis) }
  if (commands.some((part) => couldBe(pattern, part))) {
    return inDoubt('the command runs a program whose name is only known at run time')
  }
  const doubt = commands.find((part) => part.doubt !== undefined)?.doubt
  if (doubt !== undefined) return inDoubt(doubt)
  if (commands.some((part) => isMentioned(pattern, part))) {
    return inDoubt('the command names the program in text that another program may run')
  }
  if (pattern.saysMoreThanName && analysis.unknown) {
    return inDoubt('the command has a substitution or variable, so its final text is not known')
  }
  return { holds: false, why: 'no part of the command matches', whole: false }
}

export function inDoubt(why: string): Match {
  return { holds: true, why: `${why}; the hook runs to be safe`, whole: false }
}

function partMatches(at: number, commands: readonly Subcommand[]): string {
  return commands.length === 1
    ? 'the command matches'
    : `part ${at + 1} of ${commands.length} of the command matches`
}

function coversAll(pattern: ShellPattern, analysis: Extract<Analysis, { kind: 'commands' }>): boolean {
  if (analysis.unknown || !analysis.plain) return false
  return analysis.commands.every(({ texts, doubt }) => doubt === undefined && matchesSome(pattern, texts))
}

function matchesSome(pattern: ShellPattern, texts: readonly string[]): boolean {
  return texts.some((text) => pattern.matches(text))
}

function couldBe(pattern: ShellPattern, { shapes }: Subcommand): boolean {
  if (shapes.length === 0) return false
  return pattern.name.includes('*') || shapes.some((shape) => compileStars(shape)(pattern.name))
}

const NO_NAME = /[\s"'`;|&(){}<>=,!$\\]+/

function isMentioned(pattern: ShellPattern, { mentions }: Subcommand): boolean {
  if (mentions.length === 0) return false
  const isName = compileStars(pattern.name)
  return mentions.some((text) =>
    text.split(NO_NAME).some((word) => isName(word) || (word.includes('/') && isName(programName(word)))),
  )
}
