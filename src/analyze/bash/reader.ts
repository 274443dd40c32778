import type { Program, Unanalysable, Via } from '../line.ts'
import type { ReaderStart, TextReader, TextReading } from '../reader.ts'
import { runNode } from './run.ts'
import { addDoubt, deeper, LimitError, takeStep, type Reading, type Shell } from './shell.ts'
import { createState, forkState, type Value } from './state.ts'
import { evaluatesWords } from './subscripts.ts'
import { readTree } from './tree.ts'

const REASONS = {
  'too-large': 'It is too large to be analysed.',
  'too-deep': 'It is nested too deeply to be analysed.',
  'control-character': 'It holds a control character that shells treat in their own ways.',
  'not-analysed': 'The analysis of it failed.',
  'arithmetic-text': 'It may evaluate text as arithmetic, which runs the substitutions in it.',
  syntax: 'It is not valid bash.',
  'two-readings': 'It can be read in two ways.',
} as const

/** Reads a text as bash would. */
export const readBash: TextReader = (text, start) => {
  const reading = createReading()
  const shell = createShell(reading, start)
  try {
    // With these the two ways to read line ends differ in more than the line ends.
    if (readsTwice(text)) doubt(reading, 'two-readings')
    runText(text.replaceAll('\r\n', '\n'), shell)
    runUncalled(shell)
    checkArithmetic(reading)
  } catch (error) {
    const code = reasonOf(error)
    // Not by `addDoubt`, which throws when there are too many already.
    reading.doubts.push({ code, why: REASONS[code] })
  }
  return toTextReading(reading)
}

function checkArithmetic(reading: Reading): void {
  const { programs, evaluates, hidesSubscript } = reading
  if (!hidesSubscript) return
  if (evaluates || programs.some(({ name }) => evaluatesWords(name))) doubt(reading, 'arithmetic-text')
}

function readsTwice(text: string): boolean {
  return text.includes('\r\n') && (text.includes('\\\r\n') || text.includes('<<'))
}

/** Our own stack may end as well; nothing else is thrown on purpose. */
function reasonOf(error: unknown): keyof typeof REASONS {
  if (error instanceof LimitError) return error.code
  return error instanceof RangeError ? 'too-deep' : 'not-analysed'
}

function createReading(): Reading {
  return {
    programs: [],
    order: [],
    doubts: [],
    seen: new Map(),
    steps: 0,
    branches: 0,
    called: new Set(),
    defined: [],
    evaluates: false,
    hidesSubscript: false,
    runNode,
    runText,
  }
}

function createShell(reading: Reading, { folder, variables }: ReaderStart): Shell {
  const values = Array.from(variables, ([name, value]): [string, Value] => [
    name,
    { options: [value], isExported: true },
  ])
  return {
    reading,
    state: createState(folder, values),
    via: undefined,
    certain: true,
    input: { from: 'line' },
    redirections: [],
    writers: [],
    owner: undefined,
    choices: undefined,
    depth: 0,
    calls: [],
    repeats: false,
  }
}

/** Reads a text, and runs it in this shell. */
function runText(text: string, shell: Shell): void {
  const { reading } = shell
  takeStep(reading, text.length >> 4)
  const tree = readTree(text)
  if (typeof tree === 'string') return doubt(reading, tree)
  if (tree.isInvalid && shell.certain) doubt(reading, 'syntax')
  reading.evaluates ||= tree.hasArithmetic
  reading.hidesSubscript ||= tree.hidesSubscript
  if (tree.isAmbiguous) doubt(reading, 'two-readings')
  if (text.includes('\r')) doubt(reading, 'control-character')
  runNode(tree.script, deeper(shell))
}

function doubt(reading: Reading, code: keyof typeof REASONS): void {
  addDoubt(reading, code, REASONS[code])
}

/** Another shell, or a later line, may call the functions that this one does not call. */
function runUncalled(shell: Shell): void {
  const { reading, state } = shell
  for (const { name, body } of reading.defined) {
    if (reading.called.has(name)) continue
    const own = { ...forkState(state), args: undefined }
    runNode(body, deeper(shell, { via: { how: 'function' }, certain: false, state: own, calls: [name] }))
  }
}

/** Gives the programs their indexes as ids. */
function toTextReading({ programs, order, doubts }: Reading): TextReading {
  const ids = new Map(order.map((number, at) => [number, at]))
  return {
    programs: order.flatMap((number, at) => {
      const program = programs[number]
      return program === undefined ? [] : [withIds(program, at, ids)]
    }),
    unanalysable: doubts.map((each) => withProgram(each, ids)),
  }
}

function withIds(program: Program, id: number, ids: ReadonlyMap<number, number>): Program {
  const { via, input } = program
  return {
    ...program,
    id,
    ...(via && { via: withProgram(via, ids) }),
    input:
      input.from === 'pipe'
        ? { from: 'pipe', programs: input.programs.flatMap((each) => ids.get(each) ?? []) }
        : input,
  }
}

function withProgram<T extends Via | Unanalysable>(about: T, ids: ReadonlyMap<number, number>): T {
  if (about.program === undefined) return about
  const { program, ...rest } = about
  const id = ids.get(program)
  return (id === undefined ? rest : { ...rest, program: id }) as T
}
