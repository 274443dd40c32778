import type { Word } from '../../analyze/line.ts'

/** An option of a program. */
export type Option = {
  /** As it is documented: `-r`, `--recursive`. Letters that stand together are options of their own. */
  readonly name: string
  /** Its value, attached or as the next word. Absent: it has none. */
  readonly value?: Word
}

/** The words of a program, sorted. */
export type Taken = {
  /** Words that are no options, in order. */
  readonly operands: readonly Word[]
  readonly options: readonly Option[]
}

/** How a program reads its options. */
export type OptionStyle = {
  /** Names of options whose value is the next word or attached, with blanks between them. */
  readonly valued?: string
  /** True: `-name` is one option and not four letters. */
  readonly single?: boolean
  /** True: the first operand ends the options. */
  readonly early?: boolean
}

/** Returns the options and operands among the arguments of a program. */
export function takeOptions(words: readonly Word[], style: OptionStyle = {}): Taken {
  const valued = new Set(style.valued?.split(/\s+/))
  const operands: Word[] = []
  const options: Option[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (word.text === '--' || (style.early && operands.length > 0)) {
      operands.push(...words.slice(word.text === '--' ? at + 1 : at))
      break
    }
    if (!/^-./.test(word.text)) operands.push(word)
    else {
      const found = optionsIn(word, valued, style.single === true)
      const last = found.at(-1) as Option
      const next = words[at + 1]
      const takesNext = last.value === undefined && valued.has(last.name) && next !== undefined
      options.push(...found.slice(0, -1), takesNext ? { ...last, value: next } : last)
      if (takesNext) at++
    }
  }
  return { operands, options }
}

function optionsIn(word: Word, valued: ReadonlySet<string>, isSingle: boolean): readonly Option[] {
  const { text } = word
  const equals = text.indexOf('=')
  if (text.startsWith('--') || isSingle)
    return equals === -1
      ? [{ name: text }]
      : [{ name: text.slice(0, equals), value: restOf(word, equals + 1) }]
  const options: Option[] = []
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`
    if (valued.has(name) && at + 1 < text.length) return [...options, { name, value: restOf(word, at + 1) }]
    options.push({ name })
  }
  return options
}

/** The word without its first characters, which are known. */
export function restOf(word: Word, from: number): Word {
  return { ...word, text: word.text.slice(from), shape: word.shape.slice(from) }
}

/** True when one of these options is given. Programs take the beginning of a long name for it. */
export function has({ options }: Taken, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.some((wanted) => isName(name, wanted)))
}

/** Returns the values of these options, in order. */
export function valuesOf({ options }: Taken, ...names: readonly string[]): readonly Word[] {
  return options.flatMap(({ name, value }) =>
    value !== undefined && names.some((wanted) => isName(name, wanted)) ? [value] : [],
  )
}

function isName(given: string, wanted: string): boolean {
  return given === wanted || (given.length > 3 && given.startsWith('--') && wanted.startsWith(given))
}

/** Texts of words. */
export function texts(words: readonly Word[]): readonly string[] {
  return words.map(({ text }) => text)
}
