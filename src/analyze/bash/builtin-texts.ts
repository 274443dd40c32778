import { outputOfAll } from './substitution.ts'
import { doubtName } from './assignments.ts'
import { hasFlag, operandsOf, type BuiltinCall, type BuiltinRows } from './builtin.ts'
import { printsSettings } from './settings.ts'
import { joinPieces, literal, type Piece } from './piece.ts'
import { addDoubt, deeper, type Shell } from './shell.ts'
import { changing, forkState } from './state.ts'

const RUN_TIME = 'It runs text that is only known at run time.'

/** Builtins that run text, or give names and syntax a new meaning. */
export const RUNS_TEXT: BuiltinRows = {
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
  unalias: () => {},
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
  if (/\$\(|`/.test(text.text)) return
  shell.reading.runText(text.text, { ...inner, certain: false, state: forkState(shell.state) })
}

/** A file is not looked at here, but what stands in the line itself is. */
function sourceText(call: BuiltinCall): void {
  const [file] = operandsOf(call.args)
  const { shell, program } = call
  if (file === undefined) return
  const text = /^\/dev\/(?:stdin|fd\/0)$/.test(file.text)
    ? inputOf(shell)
    : substitutedBy(file, shell, program)
  if (text === 'none') return
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
