import type { CarriedAround } from '../../carried.ts'
import type { Input, Program, Word } from '../../line.ts'
import { isStream } from '../../programs/interpreters.ts'
import { programName } from '../../programs/names.ts'
import type { Command } from '../carrier.ts'
import { pathOf } from '../folders.ts'
import { joinWords, knownWord } from '../words.ts'
import { startsWrappedCommand } from '../wrappers.ts'
import { writtenInLine } from './written.ts'
import { knownText, unknownFlow, type Flow } from './flow.ts'
import { DOWNLOADERS, OUTPUT_ROWS } from './output-rows.ts'

/** More programs than this in one row of pipes are not followed. */
const MAX_PIPES = 24

/** Returns what a program reads from its standard input; undefined: whatever the line itself reads. */
export function inputOf(
  program: Pick<Program, 'id' | 'input' | 'folder'>,
  around: CarriedAround,
  depth = 0,
): Flow | undefined {
  const { input } = program
  switch (input.from) {
    case 'line':
      return undefined
    case 'text':
      return { kind: 'text', text: input.text }
    case 'file':
      return fileText(program, input.file, around, depth + 1)
    case 'pipe':
      return depth > MAX_PIPES ? unknownFlow('run-time-script') : pipeText(input, around, depth)
  }
}

/** Returns the text that a command reads from its standard input, when all of it is known. */
export function textOfInput({ program, around }: Command): string | undefined {
  return knownText(inputOf(program, around))
}

function pipeText(
  { programs }: Extract<Input, { from: 'pipe' }>,
  around: CarriedAround,
  depth: number,
): Flow {
  const flows = programs.flatMap((id) => {
    const program = around.programs[id]
    return program === undefined ? [] : [outputOf(program, around, depth + 1)]
  })
  return joinFlows(flows)
}

function joinFlows(flows: readonly Flow[]): Flow {
  const bad = flows.find((flow) => flow.kind === 'unknown')
  if (bad !== undefined || flows.length === 0) return bad ?? unknownFlow('run-time-script')
  return {
    kind: 'text',
    text: joinWords(
      flows.flatMap((flow) => (flow.kind === 'text' ? [flow.text] : [])),
      '',
    ),
  }
}

/** Files and pipes may feed each other in circles, and each of several writers goes round again. Each looks through all programs. */
const MAX_FLOWS = 5_000
const flows = new WeakMap<CarriedAround['programs'], number>()

function isTooMuch({ programs }: CarriedAround): boolean {
  const count = (flows.get(programs) ?? 0) + 1 + programs.length / 50
  flows.set(programs, count)
  return count > MAX_FLOWS
}

/** Wrappers around a program that writes are followed this far. */
const MAX_WRAPPERS = 8

/** Returns what a program writes to its standard output. */
export function outputOf(program: Program, around: CarriedAround, depth = 0): Flow {
  if (isTooMuch(around)) return unknownFlow('too-large')
  const command = unwrap({ name: program.name, args: program.words.slice(1), program, around })
  const row = OUTPUT_ROWS.get(command.name)
  if (row === undefined) return unknownOutput(command, depth)
  return row({
    ...command,
    input: () => inputOf(command.program, around, depth),
    file: (file) => fileText(program, file, around, depth + 1),
  })
}

function unwrap(command: Command, rounds = 0): Command {
  const [started] = rounds < MAX_WRAPPERS ? startsWrappedCommand(command) : []
  if (started?.kind !== 'words') return command
  const [first, ...args] = started.words
  return unwrap({ ...command, name: programName(first?.text ?? ''), args }, rounds + 1)
}

/** A program that is not known may pass on what it reads: the worst of its input is told. */
function unknownOutput({ name, program, around }: Command, depth: number): Flow {
  if (DOWNLOADERS.test(name)) return unknownFlow('downloaded')
  const flow = inputOf(program, around, depth)
  return flow?.kind === 'unknown' ? flow : unknownFlow('run-time-script')
}

/** Returns the text of a script that a program is told to run: a file, its input, or what `<(...)` writes. */
export function scriptText(program: Program, file: Word, around: CarriedAround): Flow | undefined {
  if (file.text.startsWith('<(') || file.text.startsWith('=(')) return substitutedText(program, around)
  return isStream(file.text) ? inputOf(program, around) : fileText(program, file, around)
}

/** Returns what the substitutions in the words of a program write. */
export function substitutedText(program: Program, around: CarriedAround): Flow {
  const inside = around.programs.filter(
    ({ via }) => via?.how === 'substitution' && via.program === program.id,
  )
  const passed = new Set(inside.flatMap(({ input }) => (input.from === 'pipe' ? input.programs : [])))
  return joinFlows(inside.filter(({ id }) => !passed.has(id)).map((each) => outputOf(each, around)))
}

/** Returns the text of a file that a program of the line runs or reads. What the line itself writes comes first. */
export function fileText(
  program: Pick<Program, 'id' | 'folder'>,
  file: Word,
  around: CarriedAround,
  depth = 0,
): Flow {
  const path = pathOf(program, file)
  if (path === '/dev/null') return { kind: 'text', text: knownWord('') }
  if (path === undefined || depth > MAX_PIPES) return unknownFlow('unseen-script')
  const written = writtenInLine(path, program.id, around.programs)
  if (written === undefined) {
    const text = around.read(path)
    return text === undefined ? unknownFlow('unseen-script') : { kind: 'text', text: knownWord(text) }
  }
  if (written.kind === 'other') return unknownFlow('written-script')
  const flow =
    written.kind === 'copy'
      ? fileText(written.program, written.source, around, depth + 1)
      : outputOf(written.program, around, depth + 1)
  return flow.kind === 'unknown' && flow.code === 'run-time-script' ? unknownFlow('written-script') : flow
}
