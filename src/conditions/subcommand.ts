import type { Command, CommandArgument } from 'unbash'
import type { Subcommand } from './analysis.ts'
import { carriedScripts } from './carriers.ts'
import { doubtAbout, mentionedBy } from './doubts.ts'
import { gitSubcommand } from './git.ts'
import { readWord, type ReadWord } from './words.ts'
import { commandStarts, programName } from './wrappers.ts'

export type ReadCommand = { readonly subcommand: Subcommand; readonly carried: readonly string[] }

/** Undefined: it nests too many wrappers. `source` is the text that the positions point into. */
export function readCommand(
  written: readonly CommandArgument[],
  { end, redirects }: Command,
  source: string,
): ReadCommand | undefined {
  const read = written.flatMap(readArgument)
  const words = read.map(({ value }) => value)
  const starts = commandStarts(words)
  if (starts === undefined) return undefined
  const textsAt = (at: number): readonly string[] => [
    source.slice(read[at]?.pos ?? end, end).trim(),
    words.slice(at).join(' '),
  ]
  const inner = starts.flatMap((at) => [
    ...(at === 0 ? [] : textsAt(at)),
    ...withoutFolder(words, at),
    ...(programName(words[at] ?? '') === 'git' ? textsAt(gitSubcommand(words, at)).map(asGit) : []),
  ])
  const shapes = starts.flatMap((at) => shapesOf(read[at]))
  const tails = starts.map((at) => words.slice(at))
  const doubt = tails.map((tail) => doubtAbout(tail, redirects)).find((why) => why !== undefined)
  const mentions = tails.flatMap((tail) => mentionedBy(tail, redirects))
  const carried = tails.flatMap((tail) => carriedScripts(tail, redirects))
  return { subcommand: { texts: textsAt(0), inner, shapes, doubt, mentions }, carried }
}

function withoutFolder(words: readonly string[], at: number): readonly string[] {
  const name = words[at] ?? ''
  return name.includes('/') ? [[programName(name), ...words.slice(at + 1)].join(' ')] : []
}

function asGit(text: string): string {
  return `git ${text}`
}

/** `{}` is where xargs and find put what they read. */
function shapesOf(word: ReadWord | undefined): readonly string[] {
  const shape = word?.shape.replaceAll('{}', '*')
  return shape === undefined || shape === word?.value ? [] : [programName(shape)]
}

function readArgument(argument: CommandArgument): readonly ReadWord[] {
  if (argument.type === 'Word') return readWord(argument)
  const assigned = argument.value.type === 'Word' ? argument.value.value : ''
  const value =
    argument.index === undefined && assigned !== '' ? `${argument.name}=${assigned}` : argument.text
  return [{ value, shape: value, pos: argument.pos }]
}
