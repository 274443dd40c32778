import type { Carried } from './carried.ts'
import { programName } from './programs/names.ts'
import type { Language, Program, Unanalysable, Variable, Via, Word } from './line.ts'
import { LIMITS } from './limits.ts'
import type { ReaderStart, TextReader, TextReading } from './reader.ts'
import { loadsCode } from './bash/variable-checks.ts'
import { READERS } from './readers.ts'

const REASONS = {
  'too-large': 'The line is too large to be analysed.',
  'too-deep': 'Its programs run each other in turn more often than is followed.',
  'run-time-name': 'The name of a program is only known at run time.',
  'run-time-script': 'It runs text that is only known at run time.',
  'no-text': 'The line is not a text.',
  'not-analysed': 'The analysis of a program failed.',
  'name-redefined': 'It has programs looked for in another folder.',
  'loaded-code': 'It sets a variable that has programs load code.',
  'no-reader': 'It runs text in a language that is not read here.',
} as const

type Reason = keyof typeof REASONS

/** What an analysis has found so far. */
export type Found = {
  readonly programs: Program[]
  /** How many programs each one is away from the line. */
  readonly depths: number[]
  readonly unanalysable: Unanalysable[]
  /** Notes that something cannot be known. */
  readonly add: (code: Reason, program?: number) => void
  /** Texts that were read, each with what matters to its meaning. */
  readonly texts: Set<string>
  characters: number
  /** Words of all programs. */
  words: number
}

export function createFound(): Found {
  const unanalysable: Unanalysable[] = []
  const add: Found['add'] = (code, program) => {
    addUnanalysable(unanalysable, { code, why: REASONS[code], ...(program !== undefined && { program }) })
  }
  return { programs: [], depths: [], unanalysable, add, texts: new Set(), characters: 0, words: 0 }
}

function addUnanalysable(all: Unanalysable[], each: Unanalysable): void {
  if (
    all.length >= LIMITS.doubts ||
    all.some(({ code, program }) => code === each.code && program === each.program)
  )
    return
  all.push(each)
}

/** A text to be read, and where it is from. */
type Text = {
  readonly language: Language
  readonly text: string
  readonly start: ReaderStart
  readonly via?: Via | undefined
  readonly certain?: boolean
}

/** Adds the programs of a text. */
export function addReading(found: Found, { language, text, start, via, certain = true }: Text): void {
  const { programs } = found
  const key = JSON.stringify([language, text, start.folder, [...start.variables], certain])
  const reader = READERS[language]
  if (reader === undefined) return found.add('no-reader', via?.program)
  if (found.texts.has(key)) return
  found.texts.add(key)
  found.characters += text.length
  if (found.characters > LIMITS.allText) return found.add('too-large', via?.program)
  const reading = readSafely(reader, text, start)
  const first = programs.length
  const depth = via?.program === undefined ? 0 : (found.depths[via.program] ?? 0) + 1
  for (const program of reading.programs) {
    if (isFull(found)) return
    found.words += program.words.length
    programs.push(moved(program, first, { via, certain }))
    found.depths.push(depth)
  }
  for (const each of reading.unanalysable)
    addUnanalysable(
      found.unanalysable,
      each.program === undefined ? aboutText(each, via) : { ...each, program: each.program + first },
    )
}

/** A fault of a reader must not end the analysis of the other texts. */
function readSafely(reader: TextReader, text: string, start: ReaderStart): TextReading {
  try {
    return reader(text, start)
  } catch {
    return { programs: [], unanalysable: [{ code: 'not-analysed', why: REASONS['not-analysed'] }] }
  }
}

function aboutText(each: Unanalysable, via: Via | undefined): Unanalysable {
  return via?.program === undefined ? each : { ...each, program: via.program }
}

function isFull(found: Found): boolean {
  if (found.programs.length < LIMITS.programs && found.words < LIMITS.words) return false
  found.add('too-large')
  return true
}

/** The ids of a reading are its own: they start behind the programs that were found before. */
function moved(
  program: Program,
  first: number,
  { via, certain }: Pick<Text, 'via'> & { readonly certain: boolean },
): Program {
  const { input } = program
  const own =
    program.via?.program === undefined ? via : { ...program.via, program: program.via.program + first }
  return {
    ...program,
    id: program.id + first,
    certain: program.certain && certain,
    input: input.from === 'pipe' ? { from: 'pipe', programs: input.programs.map((id) => id + first) } : input,
    ...((own ?? program.via) ? { via: own ?? (program.via as Via) } : {}),
  }
}

/** Adds what a program runs in turn. */
export function addCarried(found: Found, by: Program, carried: Carried): void {
  switch (carried.kind) {
    case 'words':
      return addWords(found, by, carried)
    case 'text':
      return addText(found, by, carried)
    case 'call':
      return addProgram(found, by, {
        words: [literal(carried.name), ...carried.args],
        how: 'code',
        name: carried.name,
      })
    case 'unknown':
      return addUnanalysable(found.unanalysable, { ...carried.unanalysable, program: by.id })
  }
}

type Words = Extract<Carried, { kind: 'words' }>

function addWords(found: Found, by: Program, carried: Words): void {
  const [first] = carried.words
  if (first === undefined) return
  const name = nameOf(first)
  addProgram(found, by, { ...carried, name: name ?? '' })
  if (name === undefined) found.add('run-time-name', found.programs.length - 1)
  for (const variable of carried.variables ?? []) {
    const code = loadsCode(variable.name, variable.value)
    if (code !== undefined) found.add(code, by.id)
  }
}

type Started = Partial<Omit<Words, 'kind'>> & Pick<Words, 'words' | 'how'> & { readonly name: string }

function addProgram(found: Found, by: Program, started: Started): void {
  if (isFull(found)) return
  const { words, how, name, variables = [], folder = by.folder, input = by.input, certain = true } = started
  found.depths.push((found.depths[by.id] ?? 0) + 1)
  found.words += words.length
  found.programs.push({
    id: found.programs.length,
    name,
    words,
    variables: [...by.variables, ...variables],
    redirections: by.redirections,
    folder,
    input,
    via: { how, program: by.id },
    certain: by.certain && certain,
  })
}

/** Text with a part that is not known is read as it stands, for what can be seen of it. */
function addText(found: Found, by: Program, carried: Extract<Carried, { kind: 'text' }>): void {
  const { text, language, how, folder = by.folder, certain } = carried
  if (!text.known) found.add('run-time-script', by.id)
  if (text.shape === '*') return
  addReading(found, {
    language,
    text: text.text,
    start: { folder, variables: byName(by.variables) },
    via: { how, program: by.id },
    certain: by.certain && certain && text.known,
  })
}

function byName(variables: readonly Variable[]): ReadonlyMap<string, Word> {
  return new Map(variables.map(({ name, value }) => [name, value]))
}

function nameOf(word: Word): string | undefined {
  const last = programName(word.known ? word.text : word.shape)
  if (word.known) return last.replace(/\.exe$/i, '')
  const isKnown =
    word.shape.includes('/') && last !== '' && !word.isGlob && !last.replaceAll('\\*', '').includes('*')
  return isKnown ? last.replaceAll('\\*', '*').replace(/\.exe$/i, '') : undefined
}

function literal(text: string): Word {
  return { text, shape: text.replaceAll('*', '\\*'), known: true, isGlob: false }
}
