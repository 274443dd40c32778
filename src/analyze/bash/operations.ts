import type { ParameterOperation } from 'unbash'
import { LIMITS } from '../limits.ts'
import { literal, type Piece } from './piece.ts'

/** Returns the value of an expansion such as `${v%.txt}`; undefined when it is not worked out here. */
export function applyOperation(
  value: string,
  operation: ParameterOperation,
  operands: readonly Piece[],
): Piece | undefined {
  switch (operation.type) {
    case 'Remove':
      return asPiece(removeFrom(value, operation.operator, operands[0]))
    case 'Replace':
      return asPiece(replaceIn(value, operation.operator, operands))
    case 'Slice':
      return asPiece(slice(value, operands))
    case 'CaseModification':
      return operands.length > 0 ? undefined : literal(withCase(value, operation.operator))
    case 'Transform':
      return asPiece(transform(value, operation.operand.text))
    case 'Default':
    case 'Names':
    case 'Unknown':
      return undefined
  }
}

function asPiece(text: string | undefined): Piece | undefined {
  return text === undefined || text.length > LIMITS.word ? undefined : literal(text)
}

/** A pattern of fixed text, with `*` at one end or at none. */
function simplePattern(
  piece: Piece | undefined,
): { readonly text: string; readonly star: 'none' | 'start' | 'end' } | undefined {
  if (piece === undefined) return undefined
  if (piece.known) return { text: piece.text, star: 'none' }
  const [whole, start, text = '', end] = /^(\*?)([^*?[\]\\$`()|]*)(\*?)$/.exec(piece.text) ?? []
  if (!piece.isGlob || whole === undefined || (start !== '' && end !== '')) return undefined
  return { text, star: start === '*' ? 'start' : 'end' }
}

function removeFrom(value: string, operator: string, operand: Piece | undefined): string | undefined {
  const found = simplePattern(operand)
  if (found === undefined) return undefined
  const { text, star } = found
  const [isLong, isStart] = [operator.length === 2, operator.startsWith('#')]
  if (star === 'none' || (star === 'start') !== isStart) {
    if (star !== 'none' && isLong) return isStart === value.startsWith(text) || !isStart ? '' : value
    if (isStart) return value.startsWith(text) ? value.slice(text.length) : value
    return text !== '' && value.endsWith(text) ? value.slice(0, -text.length) : value
  }
  if (text === '') return isLong ? '' : value
  const at = isStart === isLong ? value.lastIndexOf(text) : value.indexOf(text)
  if (at === -1) return value
  return isStart
    ? value.slice(at + text.length)
    : value.slice(0, isLong ? value.indexOf(text) : value.lastIndexOf(text))
}

function replaceIn(value: string, operator: string, [from, to]: readonly Piece[]): string | undefined {
  if (from?.known !== true || to?.known !== true || to.text.includes('&')) return undefined
  if (from.text === '') return value
  switch (operator) {
    case '//':
      return replaceAll(value, from.text, to.text)
    case '/#':
      return value.startsWith(from.text) ? to.text + value.slice(from.text.length) : value
    case '/%':
      return value.endsWith(from.text) ? value.slice(0, -from.text.length) + to.text : value
    default:
      return value.replace(from.text, () => to.text)
  }
}

function replaceAll(value: string, from: string, to: string): string | undefined {
  const pieces = value.split(from)
  const length = value.length + (pieces.length - 1) * (to.length - from.length)
  return length > LIMITS.word ? undefined : pieces.join(to)
}

function slice(value: string, operands: readonly Piece[]): string | undefined {
  const [from, length] = operands.map(({ text }) => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : NaN))
  if (from === undefined || Number.isNaN(from) || Number.isNaN(length ?? 0)) return undefined
  const characters = Array.from(value)
  const start = from < 0 ? characters.length + from : from
  if (start < 0) return ''
  const end = length === undefined ? undefined : length < 0 ? characters.length + length : start + length
  return characters.slice(start, end).join('')
}

function withCase(value: string, operator: string): string {
  const change = (text: string) => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase())
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1)
}

function transform(value: string, letter: string): string | undefined {
  switch (letter) {
    case 'U':
      return value.toUpperCase()
    case 'L':
      return value.toLowerCase()
    case 'u':
      return value.slice(0, 1).toUpperCase() + value.slice(1)
    case 'E':
      return value.includes('\\') ? undefined : value
    default:
      return undefined
  }
}
