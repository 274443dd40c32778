import type { ParameterExpansionPart, ParameterOperation, Word } from 'unbash'
import { applyOperation } from './operations.ts'
import { EMPTY, joinPieces, literal, unknown, type Piece } from './piece.ts'
import { addDoubt, type Shell } from './shell.ts'
import { setVariable, type Value } from './state.ts'

/** A parameter in the line, such as `$x` and `${x:-y}`. */
export type Parameter = {
  readonly name: string
  readonly text: string
  /** Absent for the plain form `$x`. */
  readonly part?: Pick<ParameterExpansionPart, 'prefix' | 'index' | 'operation'>
}

type ExpandOne = (word: Word, shell: Shell) => Piece

/** Returns the value that a variable has here; undefined: the line does not say, or it is unset. */
export function lookUp(name: string, shell: Shell): Piece | undefined {
  const value = shell.state.variables.get(name)
  // A shell never takes this one from its environment.
  return value === undefined && name === 'IFS' ? literal(' \t\n') : choose(name, value, shell)
}

function choose(name: string, value: Value | undefined, { choices }: Shell): Piece | undefined {
  const options = value?.options ?? []
  if (options.length < 2) return options[0]
  const at = choices?.pick(name, options.length) ?? -1
  return at === -1 ? unknown(`$${name}`) : options[at]
}

/** Returns the values of a parameter; several for a list of elements. */
export function expandParameter(parameter: Parameter, shell: Shell, expandOne: ExpandOne): readonly Piece[] {
  const { name, part, text } = parameter
  if (part?.prefix === '!') return indirect(parameter, shell, expandOne)
  const list = listOf(parameter, shell)
  if (part?.prefix === '#') return [lengthOf(parameter, shell, list)]
  if (list !== undefined) return expandList(list, parameter, shell, expandOne)
  const value = valueOf(parameter, shell, expandOne)
  if (part?.operation === undefined) return [value ?? unsetValue(name, text, shell)]
  return [operate({ value, parameter, shell, expandOne }, part.operation)]
}

/** `${!v}` is the value of the variable that v names. */
function indirect({ name, part, text }: Parameter, shell: Shell, expandOne: ExpandOne): readonly Piece[] {
  const { index, operation } = part ?? {}
  const target = index !== undefined || operation?.type === 'Names' ? undefined : lookUp(name, shell)
  if (target?.known !== true || !/^\w+$/.test(target.text)) return [{ ...unknown(text), splits: true }]
  const next = { name: target.text, text, part: { prefix: undefined, index: undefined, operation } }
  if (operation === undefined && !shell.state.variables.has(target.text)) return [unknown(`$${target.text}`)]
  return expandParameter(next, shell, expandOne)
}

/** The elements that `$@`, `$*` and `${a[@]}` stand for; undefined for other parameters, `unknown` when not known. */
function listOf({ name, part }: Parameter, { state }: Shell): readonly Piece[] | 'unknown' | undefined {
  if (name === '@' || name === '*') return state.args ?? 'unknown'
  if (part?.index?.text !== '@' && part?.index?.text !== '*') return undefined
  const value = state.variables.get(name)
  return value?.items ?? (value?.options.length === 1 ? value.options : 'unknown')
}

function expandList(
  list: readonly Piece[] | 'unknown',
  { name, part, text }: Parameter,
  shell: Shell,
  expandOne: ExpandOne,
): readonly Piece[] {
  if (list === 'unknown') return [{ ...unknown(text), splits: true }]
  const operation = part?.operation
  if (operation === undefined) {
    const isJoined = name === '*' || part?.index?.text === '*'
    return isJoined ? [joinAll(list)] : list
  }
  if (operation.type === 'Slice') return sliceList(list, name, operation, shell, expandOne) ?? [unknown(text)]
  const operands = operandsOf(operation, shell, expandOne)
  return list.map(
    (item) => (item.known ? applyOperation(item.text, operation, operands) : undefined) ?? unknown(text),
  )
}

function joinAll(list: readonly Piece[]): Piece {
  return list.reduce(
    (all, next, at) => (at === 0 ? next : joinPieces(joinPieces(all, literal(' ')), next)),
    EMPTY,
  )
}

type Slice = Extract<ParameterOperation, { type: 'Slice' }>

/** The positional parameters count from 1, and 0 is the shell. */
function sliceList(
  list: readonly Piece[],
  name: string,
  { offset, length }: Slice,
  shell: Shell,
  expandOne: ExpandOne,
): readonly Piece[] | undefined {
  const [from, count] = [
    expandOne(offset, shell),
    length === undefined ? undefined : expandOne(length, shell),
  ]
  if (!/^\d+$/.test(from.text) || (count !== undefined && !/^\d+$/.test(count.text))) return undefined
  const isPositional = name === '@' || name === '*'
  if (isPositional && Number(from.text) === 0) return undefined
  const start = Number(from.text) - (isPositional ? 1 : 0)
  return list.slice(start, count === undefined ? undefined : start + Number(count.text))
}

function lengthOf(
  { text, name }: Parameter,
  shell: Shell,
  list: readonly Piece[] | 'unknown' | undefined,
): Piece {
  if (list === 'unknown') return unknown(text)
  if (list !== undefined) return literal(String(list.length))
  const value = lookUp(name, shell)
  return value?.known === true ? literal(String(value.text.length)) : unknown(text)
}

function valueOf({ name, part, text }: Parameter, shell: Shell, expandOne: ExpandOne): Piece | undefined {
  const { state } = shell
  if (/^[1-9]\d*$/.test(name)) {
    if (state.args === undefined) return undefined
    return state.args[Number(name) - 1] ?? EMPTY
  }
  if (name === '#' && state.args !== undefined) return literal(String(state.args.length))
  if (part?.index === undefined) return lookUp(name, shell)
  const at = expandOne(part.index, shell)
  const items = state.variables.get(name)?.items
  if (items === undefined || !at.known || !/^-?\d+$/.test(at.text)) return unknown(text)
  return items.at(Number(at.text)) ?? EMPTY
}

/** One that the line has unset is empty; any other may hold anything. */
function unsetValue(name: string, text: string, { state }: Shell): Piece {
  return state.variables.has(name) ? EMPTY : unknown(text)
}

type Operand = {
  readonly value: Piece | undefined
  readonly parameter: Parameter
  readonly shell: Shell
  readonly expandOne: ExpandOne
}

function operate(given: Operand, operation: ParameterOperation): Piece {
  const { value, parameter, shell, expandOne } = given
  if (operation.type === 'Default') return withDefault(given, operation)
  const operands = operandsOf(operation, shell, expandOne)
  if (operation.type === 'Transform' && operation.operand.text === 'P')
    return asPrompt(value, parameter, shell)
  const text =
    value?.known === true
      ? value.text
      : shell.state.variables.has(parameter.name) && value === undefined
        ? ''
        : undefined
  if (text === undefined) return unknown(parameter.text)
  return applyOperation(text, operation, operands) ?? unknown(parameter.text)
}

/** Bash expands substitutions in the value once more. */
function asPrompt(value: Piece | undefined, { text }: Parameter, shell: Shell): Piece {
  if (value?.known === true && !/[\\$`!]/.test(value.text)) return value
  if (value?.known === true)
    addDoubt(
      shell.reading,
      'run-time-script',
      'A value is expanded a second time, which may run commands in it.',
    )
  return unknown(text)
}

type Default = Extract<ParameterOperation, { type: 'Default' }>

/** A variable that the line does not set may be unset: then the word of the expansion counts as well. */
function withDefault({ value, parameter, shell, expandOne }: Operand, { operator, operand }: Default): Piece {
  const { name, text } = parameter
  const isOpen = value === undefined ? !shell.state.variables.has(name) : !value.known
  const isEmpty = value === undefined || (value.known && value.text === '' && operator.startsWith(':'))
  const other = (): Piece => {
    const word = expandOne(operand, shell)
    if (operator.endsWith('=') && /^\w+$/.test(name)) assignDefault(name, word, shell)
    return word
  }
  if (operator.endsWith('?')) return value ?? unknown(text)
  const usesWord = operator.endsWith('+') ? !isEmpty : isEmpty
  if (!isOpen) return usesWord ? other() : operator.endsWith('+') ? EMPTY : (value ?? EMPTY)
  const at = shell.choices?.pick(text, 2) ?? -1
  if (at === 0) return other()
  if (at === -1) expandOne(operand, shell)
  if (operator.endsWith('+') && at === 1) return EMPTY
  return value ?? unknown(text)
}

function assignDefault(name: string, value: Piece, { state }: Shell): void {
  setVariable(state, name, { options: [value], isExported: state.variables.get(name)?.isExported === true })
}

/** The words of an operation, expanded: substitutions in them run whether they are known or not. */
function operandsOf(operation: ParameterOperation, shell: Shell, expandOne: ExpandOne): readonly Piece[] {
  return wordsOf(operation).map((word) => expandOne(word, shell))
}

function wordsOf(operation: ParameterOperation): readonly Word[] {
  switch (operation.type) {
    case 'Replace':
      return [operation.pattern, operation.replacement]
    case 'Slice':
      return operation.length === undefined ? [operation.offset] : [operation.offset, operation.length]
    case 'CaseModification':
      return operation.operand === undefined ? [] : [operation.operand]
    case 'Default':
    case 'Remove':
    case 'Transform':
      return [operation.operand]
    case 'Names':
    case 'Unknown':
      return []
  }
}
