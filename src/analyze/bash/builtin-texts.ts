import { outputOfAll } from './substitution.ts'
import { doubtName } from './assignments.ts'
import { hasFlag, operandsOf, type BuiltinCall, type BuiltinRows } from './builtin.ts'
import { forget } from './builtin-variables.ts'
import { printsSettings } from './settings.ts'
import { joinPieces, literal, type Piece } from './piece.ts'
import { addDoubt, deeper, type Shell } from './shell.ts'
import { changing, forkState } from './state.ts'

const RUN_TIME = 'It runs text that is only known at run time.'

/** Builtins that run text, or give names and syntax a new meaning. */
export const RUNS_TEXT: BuiltinRows = {
  'mapfile readarray': (call) => {
    for (const text of valuesOf(call.args, 'C')) runText(call, text)
    const name = call.args.at(-1)?.text
    forget(call.shell, name === undefined || name.startsWith('-') ? 'MAPFILE' : name)
  },
  eval: (call) => runJoined(call, call.args[0]?.text === '--' ? call.args.slice(1) : call.args),
  trap: (call) => {
    const [text, ...signals] = operandsOf(call.args)
    if (text === undefined || signals.length === 0 || text.text === '-') return
    runText({ ...call, shell: { ...call.shell, state: forkState(call.shell.state) } }, text)
  },
  'source .': sourceText,
  alias: ({ args, shell }) => {
    for (const { text } of args) {
      const [, name, value] = /^([^-=][^=]*)=([\s\S]*)$/.exec(text) ?? []
      if (name !== undefined && value !== undefined) changing(shell.state).aliases.set(name, value)
    }
  },
  'compgen complete': (call) => {
    for (const text of valuesOf(call.args, 'C')) runText(call, text)
    for (const text of valuesOf(call.args, 'W')) if (/[$<>]\(|`/.test(text.text)) doubtText(call)
  },
  hash: ({ args, shell, program }) => {
    if (hasFlag(args, 'p')) doubtName(shell, program)
  },
  enable: ({ args, shell, program }) => {
    if (hasFlag(args, 'f') || hasFlag(args, 'n')) doubtName(shell, program)
  },
  exec: ({ args, shell }) => {
    if (args.length === 0) shell.state.input = shell.input
  },
}

function runJoined(call: BuiltinCall, args: readonly Piece[]): void {
  const [first, ...more] = args
  if (first === undefined) return
  runText(
    call,
    more.reduce((all, next) => joinPieces(joinPieces(all, literal(' ')), next), first),
  )
}

/** Text with a part that is not known is read as it stands, for what can be seen of it. */
function runText({ shell, program }: BuiltinCall, text: Piece): void {
  const inner = deeper(shell, { via: { how: 'script', program }, choices: undefined, owner: undefined })
  if (text.known) return shell.reading.runText(text.text, inner)
  if (printsSettings(text.text, shell.state)) return
  addDoubt(shell.reading, 'run-time-script', RUN_TIME, program)
  if (text.shape === '*' || /\$\(|`/.test(text.text)) return
  shell.reading.runText(text.text, { ...inner, certain: false, state: forkState(shell.state) })
}

/** The value of each option with this letter, attached or as the next word. */
export function valuesOf(args: readonly Piece[], letter: string): readonly Piece[] {
  return args.flatMap((word, at) => {
    if (!word.text.startsWith(`-${letter}`)) return []
    return word.text.length > 2 ? [{ ...word, text: word.text.slice(2) }] : args.slice(at + 1, at + 2)
  })
}

function doubtText({ shell, program }: BuiltinCall): void {
  addDoubt(shell.reading, 'run-time-script', RUN_TIME, program)
}

/** A file is not looked at here, but what stands in the line itself is. */
function sourceText(call: BuiltinCall): void {
  const [file] = operandsOf(call.args)
  const { shell, program } = call
  if (file === undefined) return
  const text = /^\/dev\/(?:stdin|fd\/0)$/.test(file.text)
    ? inputOf(shell)
    : substitutedBy(file, shell, program)
  if (text === 'none') {
    if (/^\/(?:dev\/fd|proc\/[^/]+\/fd)\//.test(file.text)) doubtText(call)
    return
  }
  if (text !== undefined) return runText(call, literal(text))
  addDoubt(shell.reading, 'run-time-script', RUN_TIME, program)
}

/** What programs in `<(…)` write. `none`: the word is something else. */
function substitutedBy({ text }: Piece, { reading }: Shell, program: number): string | undefined {
  if (!text.startsWith('<(')) return 'none'
  const writers = reading.order.filter((id) => {
    const via = reading.programs[id]?.via
    return via?.how === 'substitution' && via.program === program
  })
  return outputOfAll(writers, reading)
}

function inputOf({ input, reading }: Shell): string | undefined {
  if (input.from === 'pipe') return outputOfAll(input.programs, reading)
  return input.from === 'text' && input.text.known ? input.text.text : undefined
}
