import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runnerOf, type Runner } from '../programs/runners.ts'
import { runsTexts, type Command } from './carrier.ts'
import { readArguments, valuesOf, type OptionRules } from './options.ts'
import { knownWord } from './words.ts'
import { startsPackage } from './wrappers.ts'

/** Options that programs take in front of a subcommand; the same letters mean the same to all of them. */
const BEFORE: OptionRules = {
  valued: 'CPFE',
  long: 'directory project prefix cwd dir filter workspace cd env config-file profile cache-dir color account session',
}

/** Returns what a program runs behind one of its subcommands, such as `poetry run X` and `npm exec X`. */
export function carriedByRunner({ name, args }: Command): readonly Carried[] {
  const given = readArguments(args, BEFORE)
  const row = runnerOf(name, given.operands[0]?.text ?? '')
  if (row === undefined) return []
  const words = row.optional === true ? args : given.operands.slice(1)
  const inner = readArguments(words, row)
  const texts =
    row.texts === undefined ? [] : valuesOf(readArguments(words, { ...row, anywhere: true }), ...row.texts)
  return texts.length > 0
    ? runsTexts(texts)
    : startsPackage(asPython(name, commandOf(row, words, inner.operands)))
}

function commandOf(row: Runner, words: readonly Word[], operands: readonly Word[]): readonly Word[] {
  if (row.dashes === true) {
    const at = words.findIndex(({ text }) => text === '--')
    return at === -1 ? valuesOf(readArguments(words, row), '-c', '--command') : words.slice(at + 1)
  }
  const count = row.operands ?? 0
  return count === 0 ? operands : readArguments(operands.slice(count), row).operands
}

/** uv runs a script of Python as it is. */
function asPython(name: string, words: readonly Word[]): readonly Word[] {
  return name === 'uv' && words[0]?.text.endsWith('.py') === true ? [knownWord('python'), ...words] : words
}
