import type { Assignment } from 'unbash'
import type { Variable } from '../line.ts'
import { holdsCommand, redefines } from '../programs/variables.ts'
import { expandOne, expandWords } from './expand.ts'
import { EMPTY, joinPieces, toWord, unknown, type Piece } from './piece.ts'
import { addDoubt, takeStep, type Shell } from './shell.ts'
import { hidesSubstitution } from './subscripts.ts'
import { setVariable, type Value } from './state.ts'
import { checkVariable } from './variable-checks.ts'

/** Variables that are usually exported when the line begins, so that setting one is enough. */
function isUsuallyExported(name: string): boolean {
  return redefines(name) || holdsCommand(name)
}

/** Returns the value that an assignment gives, as far as it is known. */
export function readAssignment(assignment: Assignment, shell: Shell): Value {
  const { name, value, append } = assignment
  const before = shell.state.variables.get(name)
  const isExported = before?.isExported === true || isUsuallyExported(name)
  if (value.type === 'ArrayValue') return arrayOf(assignment, shell)
  const piece = expandOne(value, shell)
  if (append !== true) return { options: [piece], isExported }
  // A variable that the line has not set before is empty most of the time.
  const starts = before === undefined ? [EMPTY, unknown(`$${name}`)] : before.options
  return { options: starts.map((start) => joinPieces(start, piece)), isExported }
}

/** Elements with an index, and a list that is only known at run time, leave the array unknown. */
function arrayOf({ name, value, append, text }: Assignment, shell: Shell): Value {
  const elements = value.type === 'ArrayValue' ? value.elements : []
  const pieces = expandWords(elements, shell)
  const isExported = false
  const before = append === true ? shell.state.variables.get(name)?.items : []
  const isKnown = before !== undefined && pieces.every(({ splits, isGlob }) => splits !== true && !isGlob)
  if (!isKnown || elements.some((element) => /^\[[^\]]*\]=/.test(element.text)))
    return { options: [unknown(text)], isExported }
  const items = [...before, ...pieces]
  return { options: items.slice(0, 1), items, isExported }
}

/** Has the shell keep an assignment. */
export function keepAssignment(assignment: Assignment, shell: Shell): void {
  const { name, index, text } = assignment
  if (index !== undefined) {
    expandOne(index, shell)
    readAssignment(assignment, shell)
    if (/['"\\]/.test(index.text) && /\$\(|`/.test(index.text)) shell.reading.hidesSubscript = true
    if (/^BASH_(?:ALIASES|CMDS)$/.test(name)) doubtName(shell)
    return setVariable(shell.state, name, { options: [unknown(text)], isExported: false })
  }
  keepVariable(shell, name, readAssignment(assignment, shell))
}

/** Sets a variable and looks at what that may run. */
export function keepVariable(shell: Shell, name: string, value: Value): void {
  if (/^BASH_(?:ALIASES|CMDS)$/.test(name)) doubtName(shell)
  for (const option of value.options) {
    checkVariable(shell, name, option)
    if (hidesSubstitution(option.text)) shell.reading.hidesSubscript = true
  }
  setVariable(shell.state, name, value)
}

/** Returns the variables that an assignment in front of a program sets. */
export function assignedFor(assignments: readonly Assignment[], shell: Shell): readonly Variable[] {
  return assignments.map((assignment) => {
    const { options } = readAssignment(assignment, shell)
    const value: Piece = options[0] ?? unknown(assignment.text)
    checkVariable(shell, assignment.name, value)
    return { name: assignment.name, value: toWord(value) }
  })
}

/** Returns the variables that the line has exported before. */
export function exportedVariables({ state: { variables }, reading }: Shell): readonly Variable[] {
  const found: Variable[] = []
  for (const [name, { isExported, options }] of variables)
    if (isExported && options[0] !== undefined)
      found.push({ name, value: toWord(options.length === 1 ? options[0] : unknown(`$${name}`)) })
  takeStep(reading, Math.ceil((variables.size + found.length * 8) / 32))
  return found
}

export function doubtName({ reading }: Shell, program?: number): void {
  addDoubt(reading, 'name-redefined', 'The line gives the name of a program a new meaning.', program)
}
