import { outputOf } from '../../analyze/carry/flows/pipes.ts'
import type { LineAnalysis, Program, Word } from '../../analyze/line.ts'
import { touchesOf } from '../touches/touches-of.ts'

/** A text that a line writes into a file. */
export type ShellWritten = {
  readonly path: string
  readonly text: string
  /** True: a piece that an editor puts into the file, such as what stands behind `s/x/`. */
  readonly isPiece?: true
}

/** Files that the programs of a line write, with their text as far as it stands in the line. */
export function writtenByLine({ programs }: LineAnalysis): readonly ShellWritten[] {
  return programs.flatMap((program) => [...redirected(program, programs), ...edited(program)])
}

/** `echo x > file`, `… | tee file`. */
function redirected(program: Program, programs: readonly Program[]): readonly ShellWritten[] {
  const paths = touchesOf(program).flatMap(({ how, file }) =>
    (how === 'write' || how === 'change') && file.known && isOpened(file, program) ? [file.text] : [],
  )
  if (paths.length === 0 || paths.length > MOST_PATHS) return []
  const flow = outputOf(program, { programs, read: () => undefined })
  if (flow.kind !== 'text') return []
  const { text } = flow.text
  return paths.map((path) => ({ path, text }))
}

const MOST_PATHS = 8

function isOpened(file: Word, { name, redirections }: Program): boolean {
  return name === 'tee' || redirections.some(({ target }) => target === file)
}

const REPLACES = /(?:^|[;{\s\d/$])s([|/#,@!])((?:\\.|(?!\1)[^\\]){0,400})\1((?:\\.|(?!\1)[^\\]){0,4000})\1/gs
const APPENDS = /(?:^|[;{\d/$])[aic](?:\\\n?|\s)\s{0,9}([^\n]{1,4000})/g
const TEXTS = /"((?:[^"\\]|\\.){0,4000})"/g

/** `sed -i 's/x/y/' file`, and the texts of a filter of jq. */
function edited(program: Program): readonly ShellWritten[] {
  const { name, words } = program
  const texts = words.slice(1).map(({ text }) => text.slice(0, 8_000))
  if (/^(?:jq|gojq|yq)$/.test(name))
    return pieces(texts, TEXTS, 1).map((text) => ({ path: 'package.json', text, isPiece: true }))
  if (!/^g?sed$|^perl$/.test(name)) return []
  const paths = touchesOf(program).flatMap(({ how, file }) =>
    how === 'change' && file.known ? [file.text] : [],
  )
  const put = [...pieces(texts, REPLACES, 3), ...pieces(texts, APPENDS, 1)]
  return paths
    .slice(0, MOST_PATHS)
    .flatMap((path) => put.map((text) => ({ path, text, isPiece: true as const })))
}

function pieces(texts: readonly string[], pattern: RegExp, group: number): readonly string[] {
  return texts
    .flatMap((text) => Array.from(text.matchAll(pattern), (found) => found[group] ?? ''))
    .filter((text) => /\s/.test(text))
    .map((text) => text.replace(/\\(.)/g, '$1'))
}
