import type { Assignment, Command, CommandArgument, Redirection as RedirectionNode } from 'unbash'
import { assignedFor, exportedVariables, keepAssignment, readAssignment } from './assignments.ts'
import { BUILTINS } from './builtins.ts'
import { callFunction, runAlias } from './calls.ts'
import { forEachChoice } from './choices.ts'
import { originalWords } from './copies.ts'
import { expandOne, expandWord } from './expand.ts'
import { isDisguised, nameOf } from './names.ts'
import { joinPieces, literal, toWord, type Piece } from './piece.ts'
import { readRedirections, type Redirected } from './redirections.ts'
import { addDoubt, addProgram, announceProgram, takeStep, type Shell } from './shell.ts'
import { evaluatesWords, hidesSubstitution } from './subscripts.ts'
import { adoptState, forkState, joinStates, type State } from './state.ts'

/** Runs one command, once for each value that the variables in it may have. */
export function runCommand(node: Command, shell: Shell): void {
  takeStep(shell.reading, 4)
  if (shell.choices !== undefined || !mayDiffer(node, shell)) return runOnce(node, shell)
  const { state, reading } = shell
  const before = forkState(state)
  let after: State | undefined
  let rounds = 0
  forEachChoice((choices) => {
    const own = forkState(before)
    runOnce(node, { ...shell, state: own, choices, repeats: true })
    if (after === undefined) after = own
    else joinStates(after, own)
    if (++rounds === 2) reading.branches++
  })
  if (after !== undefined) adoptState(state, after)
}

/** Only a variable with several values, and an expansion with a default, can have it read in several ways. */
function mayDiffer({ name, prefix, suffix }: Command, { state }: Shell): boolean {
  if (state.several > 0) return true
  const mayDefault = (node: Command['suffix'][number]) =>
    'text' in node
      ? node.text.includes('${')
      : node.type === 'HereDoc' || node.target?.text.includes('${') === true
  return name?.text.includes('${') === true || prefix.some(mayDefault) || suffix.some(mayDefault)
}

function runOnce(node: Command, shell: Shell): void {
  const { reading } = shell
  const id = announceProgram(reading)
  const at = reading.order.length
  const inner: Shell = { ...shell, owner: id }
  const words = [
    ...(node.name === undefined ? [] : expandWord(node.name, inner)),
    ...node.args.flatMap((each) => expandArgument(each, inner)),
  ]
  const redirected = readRedirections(node.redirects, inner)
  const assignments = node.prefix.filter((each): each is Assignment => each.type === 'Assignment')
  if (words.length === 0) return setOnly(assignments, { shell: inner, node, redirected, id, at })
  const own = assignedFor(assignments, inner)
  startProgram({ words, redirected, own, id, at, node }, shell)
}

/** `declare x=y` gives the value unsplit, and an array as it is written. */
function expandArgument(argument: CommandArgument, shell: Shell): readonly Piece[] {
  if (argument.type === 'Word') return expandWord(argument, shell)
  if (argument.index !== undefined || argument.value.type === 'ArrayValue') {
    readAssignment(argument, shell)
    return [literal(argument.text)]
  }
  const value = expandOne(argument.value, shell)
  const start = literal(`${argument.name}${argument.append === true ? '+' : ''}=`)
  return [joinPieces(start, value)]
}

type SetOnly = {
  readonly shell: Shell
  readonly node: Command
  readonly redirected: Redirected
  readonly id: number
  readonly at: number
}

/** Without a program the shell keeps the variables, and opens the files all the same. */
function setOnly(assignments: readonly Assignment[], { shell, node, redirected, id, at }: SetOnly): void {
  for (const assignment of assignments) keepAssignment(assignment, shell)
  if (node.redirects.some(isFile)) addNothing(shell, redirected, { id, at })
}

function isFile({ type }: RedirectionNode): boolean {
  return type === 'Redirect'
}

/** Stands for a program where the shell only opens files. */
export function addNothing(
  shell: Shell,
  redirected: Redirected,
  place?: { readonly id: number; readonly at: number },
): void {
  const { redirections, input } = redirected
  const id = place?.id ?? announceProgram(shell.reading)
  addProgram(
    shell,
    { id, name: ':', words: [toWord(literal(':'))], variables: [], redirections, input, isSilent: true },
    place?.at,
  )
}

/** One command with its words as the program gets them. */
export type Started = {
  readonly words: readonly Piece[]
  readonly redirected: Redirected
  readonly own: ReturnType<typeof assignedFor>
  readonly id: number
  readonly at: number
  readonly node: Command
}

function startProgram(started: Started, shell: Shell): void {
  const { words, redirected, own, id, at, node } = started
  const [first, ...args] = words
  if (first === undefined) return
  const name = nameOf(first)
  const inner: Shell = { ...shell, ...redirected, writers: redirected.isSilent ? [] : shell.writers }
  if (first.known && callFunction(first.text, args, inner)) return
  const variables = [...exportedVariables(shell), ...own]
  const { isSilent, ...opened } = redirected
  const program = addProgram(
    shell,
    { id, name: name ?? '', words: words.map(toWord), variables, ...opened, isSilent },
    at,
  )
  checkName(name, { words, shell, program: program.id })
  addOriginal(started, inner)
  if (name !== undefined && evaluatesWords(name) && args.some(isEvaluated))
    shell.reading.hidesSubscript = true
  if (first.known) runAlias(first.text, node, inner)
  if (name !== undefined)
    BUILTINS.get(name)?.({ name, args, shell: { ...inner, owner: program.id }, program: program.id })
}

/** `declare -a 'x=(…)'` runs substitutions in the list. */
function isEvaluated({ text }: Piece): boolean {
  const list = text.indexOf('=(')
  return hidesSubstitution(text) || (list !== -1 && /\$\(|`/.test(text.slice(list)))
}

/** A copy of a program is that program, and what lies behind a link lies elsewhere. */
function addOriginal({ words, redirected, own }: Started, shell: Shell): void {
  const originals = originalWords(words, shell.state)
  const [first] = originals ?? []
  if (originals === undefined || first === undefined) return
  const { redirections, input, isSilent } = redirected
  addProgram(shell, {
    id: announceProgram(shell.reading),
    name: nameOf(first) ?? '',
    words: originals.map(toWord),
    variables: own,
    redirections,
    input,
    isSilent,
    via: { how: 'alias' },
  })
}

type Checked = { readonly words: readonly Piece[]; readonly shell: Shell; readonly program: number }

function checkName(name: string | undefined, { words, shell, program }: Checked): void {
  const { reading } = shell
  if (name === undefined) {
    addDoubt(reading, 'run-time-name', 'The name of a program is only known at run time.', program)
    startRest(words, shell)
  } else if (isDisguised(name)) {
    addDoubt(
      reading,
      'disguised-name',
      'The name of a program holds characters that look like others or cannot be seen.',
      program,
    )
  }
}

/** A name that turns out to be empty leaves the next word as the program. */
function startRest([first, ...rest]: readonly Piece[], shell: Shell): void {
  const [next] = rest
  const name = next === undefined ? undefined : nameOf(next)
  if (first?.splits !== true || name === undefined || name.startsWith('-')) return
  const id = announceProgram(shell.reading)
  const input = shell.state.input ?? shell.input
  addProgram(shell, {
    id,
    name,
    words: rest.map(toWord),
    variables: [],
    redirections: shell.redirections,
    input,
    certain: false,
  })
}
