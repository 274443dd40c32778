import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText, runsTexts, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { textOfInput } from './flows/pipes.ts'
import { hasOption, readArguments, valuesOf, type OptionRules } from './options.ts'
import { joinWords, knownWord, quoted, replaceMark, unknownWord } from './words.ts'

export const FIND_AND_XARGS_ROWS: CarrierRows = {
  find: carriedByFind,
  'fd fdfind': carriedByFd,
  xargs: carriedByXargs,
  parallel: carriedByParallel,
}

/** Stands for words that are only known at run time. A shell that reads a text with it takes it for such a word, too. */
const FOUND = unknownWord('$FOUND')
const GIVEN = unknownWord('$INPUT')

function carriedByFind({ args }: Command): readonly Carried[] {
  return args.flatMap((word, at) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.text)) return []
    const behind = args.slice(at + 1)
    const end = behind.findIndex(
      ({ text }, index) => text === ';' || (text === '+' && behind[index - 1]?.text === '{}'),
    )
    const words = end === -1 ? behind : behind.slice(0, end)
    return startsWords(words.map((each) => replaceMark(each, '{}', FOUND)))
  })
}

function carriedByFd({ args }: Command): readonly Carried[] {
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(text))
  if (at === -1) return []
  const words = args.slice(at + 1)
  const hasMark = words.some(({ text }) => /\{[./]{0,2}\}/.test(text))
  const marks = ['{}', '{/}', '{//}', '{.}', '{/.}']
  const filled = words.map((word) => marks.reduce((each, mark) => replaceMark(each, mark, FOUND), word))
  return startsWords(hasMark || words.length === 0 ? filled : [...filled, FOUND])
}

const XARGS: OptionRules = {
  valued: 'adEILnPs',
  attached: 'eil',
  long: 'arg-file delimiter max-args max-chars max-procs process-slot-var',
}

/** xargs adds words of its input behind the command, or puts each line in place of a mark. */
function carriedByXargs(command: Command): readonly Carried[] {
  const given = readArguments(command.args, XARGS)
  const words = given.operands.length > 0 ? given.operands : [knownWord('echo')]
  const [mark] = marksOf(given)
  const text = hasOption(given, '-a', '--arg-file') ? undefined : textOfInput(command)
  if (mark !== undefined) return startsWords(replaceAll(words, mark, lineOf(text)))
  return startsWords([...words, ...addedWords(text, given)])
}

type Given = ReturnType<typeof readArguments>

function marksOf(given: Given): readonly string[] {
  return given.options.flatMap(({ name, value }) => {
    if (name === '-I') return [value?.text ?? '{}']
    return name === '-i' || name === '--replace' ? [value?.text ?? '{}'] : []
  })
}

function replaceAll(words: readonly Word[], mark: string, value: Word): readonly Word[] {
  return words.map((word) => replaceMark(word, mark, value))
}

/** One line is what the mark stands for; of several, the command runs once for each. */
function lineOf(text: string | undefined): Word {
  const lines = text?.split('\n').filter((line) => line.trim() !== '') ?? []
  return lines.length === 1 ? knownWord((lines[0] ?? '').trim()) : GIVEN
}

const MAX_ADDED = 256

function addedWords(text: string | undefined, given: Given): readonly Word[] {
  const words = text === undefined ? undefined : splitInput(text, given)
  return words === undefined || words.length > MAX_ADDED ? [GIVEN] : words.map(knownWord)
}

/** Undefined for quotes, which xargs reads in its own way. */
function splitInput(text: string, given: Given): readonly string[] | undefined {
  const [delimiter] = valuesOf(given, '-d', '--delimiter')
  if (delimiter !== undefined || hasOption(given, '-0', '--null')) return text.split(/[\0\n]/).filter(Boolean)
  if (!/['"\\]/.test(text)) return text.split(/\s+/).filter(Boolean)
  return /\\/.test(text) ? undefined : quotedWords(text)
}

function quotedWords(text: string): readonly string[] {
  return (text.match(/(?:[^\s'"]|'[^'\n]*'|"[^"\n]*")+/g) ?? []).map((word) => word.replace(/['"]/g, ''))
}

const PARALLEL: OptionRules = {
  valued: 'jnNPILSsdaC',
  long:
    'jobs max-args arg-file sshlogin sshloginfile delay joblog results retries timeout tmpdir workdir colsep max-lines ' +
    'delimiter env basefile transferfile tagstring halt load memfree nice rpl',
}

/** With these the text of a value may be more than one word, or stand elsewhere. */
const UNQUOTED = [
  '-I',
  '-U',
  '-C',
  '--colsep',
  '--rpl',
  '--pipe',
  '--pipepart',
  '-S',
  '--sshlogin',
  '-X',
  '-m',
  '--xargs',
]
const MARKS = /\{(?:#|%|\d*[./]{0,2})\}/g
/** A word that a shell takes as one, whatever it is, and that no line can set. */
const ONE_WORD = '"$!"'

/** A shell reads the command; the words behind `:::`, or the lines of the input, take turns as its last word. */
function carriedByParallel(command: Command): readonly Carried[] {
  const given = readArguments(command.args, PARALLEL)
  const { operands } = given
  const at = operands.findIndex(({ text }) => text.startsWith(':::'))
  const words = at === -1 ? operands : operands.slice(0, at)
  const fed = at === -1 ? fedByInput(command) : operands.slice(at + 1)
  if (words.length === 0) return runsTexts(fed)
  const hasMark = words.some(({ text }) => text.search(MARKS) !== -1)
  const isQuoted =
    !hasOption(given, ...UNQUOTED) && words.every(({ text, known }) => known && !text.includes('{='))
  if (!isQuoted) {
    const value = fed.length === 1 && fed[0] !== undefined ? fed[0] : GIVEN
    return runsText(joinWords(hasMark ? replaceAll(words, '{}', value) : [...words, value]))
  }
  const text = joinWords(words).text
  return valuesFor(fed).flatMap((value) =>
    runsText(knownWord(hasMark ? text.replaceAll(MARKS, () => value) : `${text} ${value}`)),
  )
}

const MAX_FED = 16

/** parallel quotes what it puts in. */
function valuesFor(fed: readonly Word[]): readonly string[] {
  const isListed =
    fed.length > 0 &&
    fed.length <= MAX_FED &&
    fed.every(({ known, text }) => known && !text.startsWith(':::'))
  return isListed ? fed.map((word) => quoted(word).text) : [ONE_WORD]
}

function fedByInput(command: Command): readonly Word[] {
  return (
    textOfInput(command)
      ?.split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, MAX_ADDED)
      .map(knownWord) ?? [GIVEN]
  )
}
