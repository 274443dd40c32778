import type { Command } from 'unbash'
import { LIMITS } from '../limits.ts'
import { announceProgram, addDoubt, deeper, type Shell } from './shell.ts'
import type { Piece } from './piece.ts'
import type { ShellFunction } from './state.ts'

/** Runs what the line has defined under this name. Returns false where the name may be a program too. */
export function callFunction(name: string, args: readonly Piece[], shell: Shell): boolean {
  const meanings = shell.state.functions.get(name)
  if (meanings === undefined) return false
  shell.reading.called.add(name)
  const functions = meanings.filter((each): each is ShellFunction => each !== 'program')
  if (meanings.length > 1) shell.reading.branches++
  for (const each of functions) callOne(each, args, shell)
  return functions.length === meanings.length
}

function callOne({ name, body }: ShellFunction, args: readonly Piece[], shell: Shell): void {
  const { state, reading, calls } = shell
  const call = JSON.stringify([name, args, state.folder])
  if (calls.includes(call)) return addDoubt(reading, 'recursion', 'A function of the line calls itself.')
  if (calls.length >= LIMITS.calls)
    return addDoubt(reading, 'too-deep', 'Functions of the line call each other more often than is followed.')
  const before = state.args
  state.args = args
  reading.runNode(
    body,
    deeper(shell, { calls: [...calls, call], choices: undefined, via: viaOf('function', shell) }),
  )
  state.args = before
}

/** A function in a substitution still feeds the program around it. */
function viaOf(how: 'function' | 'alias', { via }: Shell): Shell['via'] {
  return via?.program === undefined ? { how } : { how, program: via.program }
}

/** Also runs what an alias of the line makes of a command; whether the shell expands aliases is not known. */
export function runAlias(name: string, node: Command, shell: Shell): void {
  const text = shell.state.aliases.get(name)
  if (text === undefined || shell.calls.includes(`alias ${name}`)) return
  const rest = node.args.map((each) => each.text).join(' ')
  const via = viaOf('alias', shell)
  announceProgram(shell.reading)
  shell.reading.branches++
  shell.reading.runText(`${text} ${rest}`, deeper(shell, { via, calls: [...shell.calls, `alias ${name}`] }))
}
