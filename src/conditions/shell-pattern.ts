import type { Analysis, Subcommand } from './analysis.ts'
import { namedIn } from '../analyze/programs/names.ts'
import { compileStars, compileWildcard, overlaps, type Wildcard } from '../analyze/wildcard.ts'

/** `whole`: the rule covers everything the call does and nothing is left to run time. */
export type Match = { readonly holds: boolean; readonly why: string; readonly whole: boolean }

export type ShellPattern = {
  readonly content: string
  readonly matches: Wildcard
  /** The program it names; may itself hold a `*`. */
  readonly name: string
  readonly saysMoreThanName: boolean
  readonly spansCommands: boolean
}

export function compileShellPattern(content: string): ShellPattern {
  const stem = content.replace(/(?: |:)\*$/, '')
  return {
    content,
    matches: compileWildcard(content),
    name: /^\S*/.exec(stem)?.[0] ?? '',
    saysMoreThanName: /\s/.test(stem),
    spansCommands: /[;&|\n]/.test(content),
  }
}

type Commands = Extract<Analysis, { kind: 'commands' }>

/** `why` never quotes the command: it ends up in logs, and those carry no content. */
export function matchCommand(pattern: ShellPattern, command: string, analysis: Analysis): Match {
  if (analysis.kind === 'unanalysable') return inDoubt(analysis.why)
  if (pattern.spansCommands && pattern.matches(command.trim()))
    return { holds: true, why: 'the command line matches', whole: false }
  const { commands } = analysis
  const at = commands.findIndex((part) => matchesPart(pattern, part))
  if (at !== -1) return { holds: true, why: partMatches(at, commands), whole: coversAll(pattern, analysis) }
  const doubt = doubtFor(pattern, analysis)
  return doubt === undefined
    ? { holds: false, why: 'no part of the command matches', whole: false }
    : inDoubt(doubt)
}

export function inDoubt(why: string): Match {
  return { holds: true, why: `${why}; the hook runs to be safe`, whole: false }
}

/** Why the program that the pattern names may be run although no part says so. */
function doubtFor(pattern: ShellPattern, analysis: Commands): string | undefined {
  const { commands, guessed, shapes, doubt, mentions, unknown } = analysis
  if (shapes.some((shape) => couldBe(pattern, shape)))
    return 'the command runs a program whose name is only known at run time'
  if (doubt !== undefined) return doubt
  if (isMentioned(pattern, mentions) || guessed.some((part) => matchesPart(pattern, part)))
    return 'the command names the program in text that another program may run'
  if (
    pattern.saysMoreThanName &&
    (unknown || [...commands, ...guessed].some((part) => mayBecome(pattern, part)))
  )
    return 'the command has a substitution or variable, so its final text is not known'
  return undefined
}

function partMatches(at: number, commands: readonly Subcommand[]): string {
  return commands.length === 1
    ? 'the command matches'
    : `part ${at + 1} of ${commands.length} of the command matches`
}

function coversAll(pattern: ShellPattern, { commands, doubt, unknown, plain }: Commands): boolean {
  if (unknown || !plain || doubt !== undefined) return false
  return commands.every(({ texts }) => texts.some(pattern.matches))
}

function matchesPart({ matches }: ShellPattern, { texts, inner }: Subcommand): boolean {
  return texts.some(matches) || inner.some(matches)
}

function couldBe({ name }: ShellPattern, shape: string): boolean {
  // With `nocaseglob`, and on some file systems, a glob fits names in any case.
  return name.includes('*') || compileStars(shape.toLowerCase())(name.toLowerCase())
}

/** A glob in the arguments may turn into what the pattern asks for. */
function mayBecome({ content }: ShellPattern, { shape }: Subcommand): boolean {
  return shape !== undefined && overlaps(content.replace(/(?: |:)\*$/, '*'), shape)
}

/** Where the pattern leaves the name open, the rest of it has to stand in the text. */
function isMentioned({ name, content }: ShellPattern, mentions: readonly string[]): boolean {
  if (mentions.length === 0) return false
  return mentions.some(
    name.includes('*') ? compileStars(`*${content.replace(/(?: |:)\*$/, '')}*`) : namedIn(name),
  )
}
