import { loadsFromElsewhere, runsValue } from '../programs/variables.ts'
import type { Piece } from './piece.ts'
import { addDoubt, type Shell } from './shell.ts'
import { forkState } from './state.ts'

const LOADS = 'The line sets a variable that has programs load code.'
const RUN_TIME =
  'The line sets a variable that other programs run, to a value that is only known at run time.'

/** Reports what setting this variable may run, and has text in it read. */
export function checkVariable(shell: Shell, name: string, value: Piece): void {
  const code = loadsCode(name, value)
  if (code !== undefined)
    addDoubt(
      shell.reading,
      code,
      code === 'loaded-code' ? LOADS : 'The line has programs looked for in another folder.',
    )
  else if (runsValue(name)) checkCommand(shell, name, value)
}

/** Returns the code of what setting a variable does to the programs of the line; undefined: nothing. */
export function loadsCode(
  name: string,
  value: Pick<Piece, 'text' | 'known'>,
): 'name-redefined' | 'loaded-code' | undefined {
  const { text } = value
  if (name === 'PATH') return isUsualPath(text) ? undefined : 'name-redefined'
  return loadsFromElsewhere(name, text) ? 'loaded-code' : undefined
}

function checkCommand(shell: Shell, name: string, value: Piece): void {
  if (/^PS\d$/.test(name) && !/[$`]/.test(value.text)) return
  if (!value.known) return addDoubt(shell.reading, 'run-time-command', RUN_TIME)
  const via = { how: 'text' } as const
  const text = value.text.replace(/^[!|]-?/, '')
  shell.reading.runText(text, {
    ...shell,
    via,
    certain: false,
    choices: undefined,
    owner: undefined,
    writers: [],
    state: forkState(shell.state),
  })
}

/** Folders that only the user's own programs are in, below any folder of a project or of the system. */
const USUAL =
  /^(?:\$PATH|\$\{PATH\}|\/(?!tmp(?:\/|$)|var\/tmp(?:\/|$)|dev\/shm(?:\/|$)).*|(?:\$\{?\w+\}?|~|\.)\/.+|(?:\.\/)?(?:[\w.-]+\/)*(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)|\$\((?:npm|yarn|pnpm|go|brew|pyenv|rbenv|ruby|gem|python3?|composer)\b[^;&|`]*)$/

/** True when programs of the line are still those that the user has installed. */
function isUsualPath(text: string): boolean {
  return splitPath(text).every((folder) => USUAL.test(folder))
}

/** A substitution may hold colons. */
function splitPath(text: string): readonly string[] {
  return text.split(/:(?![^(]*\))/)
}
