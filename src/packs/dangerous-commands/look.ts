import type { LineAnalysis, Program, Word } from '../../analyze/line.ts'
import { placeOf, type Place } from '../places/where.ts'
import type { Roots } from '../places/roots.ts'
import { spotOf } from '../places/spot.ts'
import { touchesOf } from '../touches/touches-of.ts'
import type { Touch } from '../touches/touch.ts'
import type { Finding } from './finding.ts'

/** A line with all that rules ask about it. */
export type Line = {
  readonly text: string
  readonly programs: readonly Program[]
  readonly roots: Roots
  /** Folders in which deletes are fine, besides the project and those for temporary files. */
  readonly folders: readonly string[]
  /** Returns true when a file is there. */
  readonly exists: (path: string) => boolean
  /** Returns the text of a file that the line names; undefined: it cannot be read, or is out of bounds. */
  readonly read: (path: string) => string | undefined
}

/** One program of a line, as rules see it. */
export type Look = {
  readonly program: Program
  readonly name: string
  /** Its arguments. */
  readonly args: readonly Word[]
  /** Texts of its arguments. */
  readonly texts: readonly string[]
  readonly touches: readonly Touch[]
  readonly line: Line
  /** Returns where a word leads when it is a path. `follow`: a link at its end is followed; the default. */
  readonly place: (word: Word, follow?: boolean) => Place
  /** Programs whose output it reads or gets as words, and those whose output these read, and so on. */
  readonly sources: readonly Program[]
}

/** A rule: what is dangerous about one program. Undefined: nothing that it knows of. */
export type Rule = (look: Look) => Finding | undefined

/** Returns what rules see of each program of a line. */
export function looksAt(analysis: LineAnalysis, line: Omit<Line, 'programs'>): readonly Look[] {
  const whole: Line = { ...line, programs: analysis.programs }
  const seen = new Set<string>()
  return analysis.programs.flatMap((program) => {
    const { words, redirections, variables, folder, input, via } = program
    const key = JSON.stringify([words, redirections, variables, folder, input, via])
    // A loop or a function may run the same a hundred times.
    if (seen.has(key)) return []
    seen.add(key)
    return [lookAt(program, whole)]
  })
}

function lookAt(program: Program, line: Line): Look {
  const args = program.words.slice(1)
  return {
    program,
    name: program.name.replace(/\.(?:exe|cmd|bat|com)$/i, ''),
    args,
    texts: args.map(({ text }) => text),
    touches: distinct(touchesOf(program)).slice(0, MOST_TOUCHES + 1),
    line,
    place: (word, follow = true) =>
      placeOf(spotOf(word, { folder: program.folder, roots: line.roots, follow }), line.roots, line.folders),
    get sources() {
      return sourcesOf(program, line.programs)
    },
  }
}

/** A program that names more files than these is reported. */
export const MOST_TOUCHES = 500

function distinct(touches: readonly Touch[]): readonly Touch[] {
  const seen = new Set<string>()
  return touches.filter(({ how, file }) => {
    const key = `${how} ${file.text}`
    return !seen.has(key) && seen.add(key)
  })
}

const MOST_SOURCES = 200

function sourcesOf(program: Program, programs: readonly Program[]): readonly Program[] {
  const found = new Set<Program>()
  const pending = [program]
  for (let next = pending.pop(); next !== undefined && found.size < MOST_SOURCES; next = pending.pop()) {
    for (const source of directSources(next, programs)) {
      if (found.has(source)) continue
      found.add(source)
      pending.push(source)
    }
  }
  found.delete(program)
  return [...found]
}

function directSources({ id, input }: Program, programs: readonly Program[]): readonly Program[] {
  const piped = input.from === 'pipe' ? input.programs.flatMap((each) => programs[each] ?? []) : []
  return [
    ...piped,
    ...programs.filter(({ via }) => via?.how === 'substitution' && via.program === id),
    // What a program runs may write to its output too.
    ...piped.flatMap((source) => programs.filter(({ via }) => via?.program === source.id)),
  ]
}

/** Returns a word as a reason shows it. */
export function shown(word: Word | undefined): string {
  const text = word?.text ?? ''
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** True when one of the words is among these. */
export function hasWord(texts: readonly string[], ...wanted: readonly string[]): boolean {
  return texts.some((text) => wanted.includes(text))
}

/** True for a call that only says how the program is used. */
export function asksForHelp({ texts }: Pick<Look, 'texts'>): boolean {
  return (
    hasWord(texts, '--help', '--version', '-help', '/?') ||
    texts[0] === 'help' ||
    (texts.length === 1 && texts[0] === '-h')
  )
}
