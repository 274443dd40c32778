import type { Command, CommandArgument } from 'unbash'
import type { Subcommand } from './analysis.ts'
import { textsOnStdin, type CarriedText } from '../analyze/programs/carriers.ts'
import { gitSubcommand } from '../analyze/programs/git.ts'
import { guessesIn, possibleNames, shapeOfName, splitsAnywhere } from './candidates.ts'
import { decodes, isPicky } from '../analyze/programs/inert.ts'
import { programName } from '../analyze/programs/names.ts'
import { readProgram, type Assigned } from './program.ts'
import { plainWord, readWord, type ReadWord } from '../analyze/bash/words.ts'
import { commandStarts, endOfCommand, fedFromOutside, type Feed } from '../analyze/programs/wrappers.ts'

export type ReadCommand = {
  readonly subcommand: Subcommand
  readonly words: readonly string[]
  /** Indexes of the words at which a program stands. */
  readonly starts: readonly number[]
  /** Shapes of program names that are only known at run time. */
  readonly shapes: readonly string[]
  /** Shapes of words that the program may run. */
  readonly argumentShapes: readonly string[]
  readonly doubt: string | undefined
  /** Text that is certainly run by a shell. */
  readonly scripts: readonly CarriedText[]
  /** Text that another program may run or take commands from. */
  readonly mentions: readonly string[]
  /** What of it may be shell text. */
  readonly guesses: readonly string[]
  /** Its words and what stands in its here-documents: another program of the line may read them. */
  readonly data: readonly string[]
  /** The same for programs whose words count only where the line puts something into a file. */
  readonly kept: readonly string[]
  /** Names of the files that it makes. */
  readonly makes: readonly string[]
  /** Variables that it sets for itself or for others. */
  readonly assigned: readonly Assigned[]
  readonly isOpen: boolean
  /** It takes commands from what it reads. */
  readonly isConsole: boolean
  /** A program that starts nothing by itself was told to. */
  readonly strays: boolean
  /** It may write words that do not stand in the line. */
  readonly decodes: boolean
  /** It gets words from a pipe, and one of them may be an option that makes it run something. */
  readonly takesOptions: boolean
  /** It puts its words, or what it reads, into files. */
  readonly writes: boolean
}

const WRITERS =
  /^(?:cp|mv|ln|link|install|tee|dd|sed|[gmn]?awk|shuf|sort|split|csplit|tar|zip|unzip|curl|wget|touch)$/
const COPIERS = /^(?:cp|mv|ln|link|install|tee)$/
/** Their messages and patterns talk about everything, and are seldom run. */
const KEEPERS = /^(?:git|gh|[ef]?grep|rg|ag)$/

/** Undefined: it nests too many wrappers. `source` is the text that the positions point into. */
export function readCommand(command: Command, source: string): ReadCommand | undefined {
  const written = [...(command.name === undefined ? [] : [command.name]), ...command.args].flatMap(
    readArgument,
  )
  const feed = fedFromOutside(written.map(({ value }) => value))
  const read = feed === undefined ? written : withFeed(written, feed)
  const words = read.map(({ value }) => value)
  const starts = commandStarts(words)
  if (starts === undefined) return undefined
  const programs = starts.map((at) => readProgram(read.slice(at, endOfCommand(words, at)), command.redirects))
  const candidates = programs.flatMap((program) => program.words)
  const names = starts.map((at) => programName(words[at] ?? ''))
  const isOpen = programs.some((program) => program.isOpen)
  const wrappers = read.slice(0, Math.max(...starts))
  const isKeeper = names.some((name) => KEEPERS.test(name))
  const isCopier = names.some((name) => COPIERS.test(name))
  return {
    subcommand: textsOf(written, starts, { source, end: command.end }),
    words: written.map(({ value }) => value),
    starts,
    shapes: [...starts.flatMap((at) => nameShape(read[at])), ...wrappers.flatMap(splitsAnywhere)],
    argumentShapes: candidates.flatMap(possibleNames),
    doubt: programs.find(({ doubt }) => doubt !== undefined)?.doubt,
    scripts: programs.flatMap(({ scripts }) => scripts),
    mentions: [candidates.map(({ value }) => value).join(' '), ...programs.flatMap(({ texts }) => texts)],
    guesses: [...candidates, ...starts.flatMap((at) => read[at] ?? [])].flatMap(guessesIn),
    data: isOpen
      ? []
      : [...(isKeeper ? [] : [words.join(' ')]), ...textsOnStdin(command.redirects).map(({ text }) => text)],
    kept: isKeeper && !isOpen ? [words.join(' ')] : [],
    makes: isCopier ? words.slice(-1) : [],
    isOpen,
    isConsole: programs.some(({ isConsole }) => isConsole),
    strays:
      programs.some(({ strays }) => strays) ||
      (names[0] === 'find' && starts.length > 1) ||
      // Joined with spaces, the file `echo x` looks like `echo` with an argument.
      starts.some((at) => /\s/.test(words[at] ?? '')),
    assigned: programs.flatMap(({ assigned }) => assigned),
    decodes: starts.some((at) => decodes(programName(words[at] ?? ''), words.slice(at + 1))),
    takesOptions: names.includes('xargs') && feed !== undefined && names.some(isPicky),
    // An option that git gets at run time may stand anywhere in the line.
    writes: names.some((name) => WRITERS.test(name)) || (names.includes('git') && isOpen),
  }
}

type Place = { readonly source: string; readonly end: number }

function textsOf(read: readonly ReadWord[], starts: readonly number[], { source, end }: Place): Subcommand {
  const words = read.map(({ value }) => value)
  const textsAt = (at: number): readonly string[] => [
    source.slice(read[at]?.pos ?? end, blanksFrom(source, end)),
    words.slice(at).join(' '),
  ]
  const inside = starts.filter((at) => at < read.length)
  const inner = inside.flatMap((at) => [
    ...(at === 0 ? [] : textsAt(at)),
    ...withoutFolder(words, at),
    ...(programName(words[at] ?? '') === 'git' ? textsAt(gitSubcommand(words, at)).map(asGit) : []),
  ])
  const isOpenEnded = read.some(({ known }) => !known)
  return {
    texts: textsAt(0),
    inner,
    shape: isOpenEnded ? read.map(({ shape }) => shape).join(' ') : undefined,
  }
}

/** Only what bash takes for a blank: to it a carriage return is part of a word. */
function blanksFrom(source: string, end: number): number {
  let at = end
  while (at > 0 && ' \t\n'.includes(source[at - 1] ?? 'x')) at--
  return at
}

function withoutFolder(words: readonly string[], at: number): readonly string[] {
  const name = words[at] ?? ''
  return name.includes('/') ? [[programName(name), ...words.slice(at + 1)].join(' ')] : []
}

function asGit(text: string): string {
  return `git ${text}`
}

/** What xargs and find put into the words behind them is only known at run time. */
function withFeed(read: readonly ReadWord[], { hole, from, appends, path }: Feed): readonly ReadWord[] {
  const filled = read.map((word, at) => {
    if (at < from || hole === '' || !word.value.includes(hole)) return word
    const shape = word.shape.replaceAll(hole, word.value === hole && path !== undefined ? path : '*')
    return { ...word, shape, slashes: true, known: false }
  })
  const more = { ...plainWord('', Infinity), shape: '*', slashes: true, known: false }
  // As many as a wrapper takes before the command that it runs.
  return appends ? [...filled, more, more, more] : filled
}

/** An expansion without quotes may end the word. */
function nameShape(word: ReadWord | undefined): readonly string[] {
  if (word === undefined || word.known) return []
  return [word.splits ? '*' : shapeOfName(word.shape, word)]
}

function readArgument(argument: CommandArgument): readonly ReadWord[] {
  if (argument.type === 'Word') return readWord(argument)
  const [assigned] = argument.value.type === 'Word' ? readWord(argument.value) : []
  if (argument.index !== undefined || assigned === undefined) return [plainWord(argument.text, argument.pos)]
  const value = `${argument.name}=${assigned.value}`
  const shape = `${argument.name}=${assigned.shape}`
  return [{ ...assigned, value, shape, pos: argument.pos }]
}
