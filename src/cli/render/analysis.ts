import type { Input, LineAnalysis, Program, Unanalysable, Via, Word } from '../../analyze/line.ts'
import { printable, type Style } from './style.ts'

/** What stands in front of a program that another one runs. */
const HOW: Readonly<Record<Via['how'], string>> = {
  wrapper: 'runs',
  script: 'runs as script',
  substitution: 'takes the output of',
  function: 'in a function',
  alias: 'by an alias',
  code: 'in code',
  file: 'in a file',
  text: 'in a text',
}

/** Longer words are cut: the tree is to be looked through. */
const LONGEST = 200

/** Returns the tree of the programs that a line would run, and what cannot be known. */
export function analysisLines(analysis: LineAnalysis, style: Style): readonly string[] {
  const { programs, unanalysable } = analysis
  const roots = programs.filter(({ via }) => via?.program === undefined)
  const about = unanalysable.filter(({ program }) => program === undefined)
  const tree = roots.flatMap((program) => treeOf(program, analysis, style))
  return [...tree, ...about.map((each) => reason(each, style)), summary(programs.length, unanalysable.length)]
}

function summary(programs: number, unknown: number): string {
  const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
  const rest = unknown === 0 ? 'everything is known' : `${counted(unknown, 'thing')} cannot be known`
  return `${counted(programs, 'program')}, ${rest}`
}

function treeOf(program: Program, analysis: LineAnalysis, style: Style): readonly string[] {
  const inner = analysis.programs.filter(({ via }) => via?.program === program.id)
  const reasons = analysis.unanalysable.filter((each) => each.program === program.id)
  return [
    `${howLabel(program, style)}${wordsOf(program, style)}`,
    ...[...factsOf(program, analysis, style), ...reasons.map((each) => reason(each, style))].map(
      (line) => `  ${line}`,
    ),
    ...inner.flatMap((each) => treeOf(each, analysis, style)).map((line) => `  ${line}`),
  ]
}

function howLabel({ via, certain }: Program, style: Style): string {
  const how = via === undefined ? '' : HOW[via.how]
  const label = [how, certain ? '' : 'perhaps'].filter(Boolean).join(', ')
  return label === '' ? '' : style.dim(`${label}: `)
}

function wordsOf({ words }: Program, style: Style): string {
  return words.map((word, at) => (at === 0 ? style.bold(shown(word, style)) : shown(word, style))).join(' ')
}

function shown(word: Word, style: Style): string {
  const { text, known, isGlob } = word
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  const quoted = /^[^\s'"]+$/.test(cut) ? cut : `'${cut.replaceAll("'", String.raw`'\''`)}'`
  return known || isGlob ? printable(quoted) : style.yellow(printable(quoted))
}

function factsOf(program: Program, analysis: LineAnalysis, style: Style): readonly string[] {
  const { variables, redirections, folder, input } = program
  const arrows = { read: '<', write: '>', append: '>>', 'read-write': '<>' } as const
  const fact = (name: string, value: string): string => `${style.dim(`${name}:`)} ${value}`
  return [
    ...(folder.kind === 'unknown' ? [fact('folder', 'only known at run time')] : []),
    ...(folder.kind === 'known' && folder.path !== '.' ? [fact('folder', printable(folder.path))] : []),
    ...variables.map(({ name, value }) => fact('variable', `${printable(name)}=${shown(value, style)}`)),
    ...redirections.map(({ mode, target }) => fact('file', `${arrows[mode]} ${shown(target, style)}`)),
    ...inputOf(input, analysis, style).map((text) => fact('stdin', text)),
  ]
}

function inputOf(input: Input, { programs }: LineAnalysis, style: Style): readonly string[] {
  switch (input.from) {
    case 'line':
    // Stands with the files.
    case 'file':
      return []
    case 'pipe':
      return [input.programs.map((id) => printable(programs[id]?.words[0]?.text ?? '')).join(', ')]
    case 'text':
      return [shown(input.text, style)]
  }
}

function reason({ code, why }: Unanalysable, style: Style): string {
  return `${style.yellow('?')} ${why} ${style.dim(`(${code})`)}`
}
