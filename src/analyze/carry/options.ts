import type { Word } from '../line.ts'
import { withoutStart } from './words.ts'

/** How a program reads its options. */
export type OptionRules = {
  /** Letters that take a value: what is left of the word, or the next word. */
  readonly valued?: string
  /** Letters whose value, if any, is what is left of the word. */
  readonly attached?: string
  /** Long options, without dashes, that take the next word when nothing is attached with `=`. Separated by spaces. */
  readonly long?: string
  /** The only long options that take no value. Absent: those that are not in `long` take none. */
  readonly flags?: string
  /** Options with one dash and more than one letter that take the next word. Separated by spaces. */
  readonly single?: string
  /** True: options may stand behind operands. */
  readonly anywhere?: true
}

/** An option as it was given: `-c` or `--command`, and its value. */
export type GivenOption = { readonly name: string; readonly value: Word | undefined }

/** The words of a program, taken apart into options and operands. */
export type Arguments = {
  readonly options: readonly GivenOption[]
  /** Words that are no options, and everything behind `--`. */
  readonly operands: readonly Word[]
}

/** Takes the words behind the program apart. */
export function readArguments(words: readonly Word[], rules: OptionRules = {}): Arguments {
  const options: GivenOption[] = []
  const operands: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (word.text === '--') return { options, operands: [...operands, ...words.slice(at + 1)] }
    if (!/^-./.test(word.text)) {
      if (rules.anywhere !== true) return { options, operands: words.slice(at) }
      operands.push(word)
      continue
    }
    const { given, takesNext } = readOption(word, rules)
    options.push(...given.slice(0, -1))
    const last = given.at(-1) as GivenOption
    options.push(takesNext ? { ...last, value: words[++at] } : last)
  }
  return { options, operands }
}

/** Returns the values of the options with one of these names. */
export function valuesOf(given: Pick<Arguments, 'options'>, ...names: readonly string[]): readonly Word[] {
  return given.options.flatMap(({ name, value }) =>
    value !== undefined && names.includes(name) ? [value] : [],
  )
}

/** True when one of these options was given. */
export function hasOption(given: Pick<Arguments, 'options'>, ...names: readonly string[]): boolean {
  return given.options.some(({ name }) => names.includes(name))
}

type Reading = { readonly given: readonly GivenOption[]; readonly takesNext: boolean }

function readOption(word: Word, rules: OptionRules): Reading {
  if (word.text.startsWith('--')) return readLong(word, rules)
  if (rules.single?.split(' ').includes(word.text.slice(1)) === true)
    return { given: [{ name: word.text, value: undefined }], takesNext: true }
  return readLetters(word, rules)
}

function readLong(word: Word, rules: OptionRules): Reading {
  const at = word.text.indexOf('=')
  const written = at === -1 ? word.text.slice(2) : word.text.slice(2, at)
  const valued = rules.flags === undefined ? longOption(written, rules) : notFlag(written, rules.flags)
  const name = `--${valued ?? written}`
  if (at !== -1) return { given: [{ name, value: withoutStart(word, at + 1) }], takesNext: false }
  return { given: [{ name, value: undefined }], takesNext: valued !== undefined }
}

/** Most programs take every unambiguous beginning of a long option. */
function longOption(written: string, { long = '' }: OptionRules): string | undefined {
  const names = long.split(' ')
  if (names.includes(written)) return written
  return written.length > 1 ? names.find((name) => name.startsWith(written)) : undefined
}

function notFlag(written: string, flags: string): string | undefined {
  return flags.split(' ').includes(written) ? undefined : written
}

function readLetters(word: Word, { valued = '', attached = '' }: OptionRules): Reading {
  const given: GivenOption[] = []
  for (let at = 1; at < word.text.length; at++) {
    const letter = word.text[at] as string
    const isLast = at === word.text.length - 1
    const takes = valued.includes(letter) || attached.includes(letter)
    const value = takes && !isLast ? withoutStart(word, at + 1) : undefined
    given.push({ name: `-${letter}`, value })
    if (takes) return { given, takesNext: isLast && valued.includes(letter) }
  }
  return { given, takesNext: false }
}
