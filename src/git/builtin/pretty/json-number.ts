import { ahead, peek, take, taken, type Reader } from './json-reader.ts'

/*
 * Numbers become what prek makes of them: integers of 64 bits stay, everything else is a double. prek scales the
 * digits by a power of ten instead of rounding once, so that its last digit may differ from JavaScript's own.
 */

const MAX = 2n ** 64n - 1n
const MAX_NEGATIVE = 2n ** 63n
const MAX_EXPONENT = 2 ** 31 - 1
const POWERS = 308

/** What was read: digits without a point, and the power of ten that belongs to them. */
type Parts = { readonly negative: boolean; readonly digits: bigint; readonly exponent: number }

/** Reads a number that starts here, and gives it as prek writes it. */
export function readNumber(reader: Reader): string {
  const negative = peek(reader) === '-'
  if (negative) reader.at += 1
  const first = take(reader)
  if (first === '') throw taken(reader, 'EOF while parsing a value')
  if (!isDigit(first)) throw taken(reader, 'invalid number')
  if (first === '0' && isDigit(peek(reader))) throw ahead(reader, 'invalid number')
  let digits = BigInt(first)
  let skipped = 0
  while (isDigit(peek(reader))) {
    const longer: bigint = digits * 10n + BigInt(take(reader))
    if (skipped > 0 || longer > MAX) skipped += 1
    else digits = longer
  }
  const next = peek(reader)
  if (next === '.') return readFraction(reader, { negative, digits, exponent: skipped })
  if (next === 'e' || next === 'E') return readExponent(reader, { negative, digits, exponent: skipped })
  if (skipped > 0) return printDouble(scale(reader, { negative, digits, exponent: skipped }))
  if (!negative) return String(digits)
  return digits === 0n || digits > MAX_NEGATIVE ? printDouble(-Number(digits)) : `-${digits}`
}

function readFraction(reader: Reader, { negative, digits, exponent }: Parts): string {
  reader.at += 1
  const start = reader.at
  let value = digits
  let kept = 0
  for (let full = false; isDigit(peek(reader));) {
    const longer: bigint = value * 10n + BigInt(take(reader))
    full ||= longer > MAX
    if (full) continue
    value = longer
    kept += 1
  }
  if (reader.at === start) {
    throw ahead(reader, peek(reader) === '' ? 'EOF while parsing a value' : 'invalid number')
  }
  const parts = { negative, digits: value, exponent: exponent - kept }
  return /[eE]/.test(peek(reader)) ? readExponent(reader, parts) : printDouble(scale(reader, parts))
}

function readExponent(reader: Reader, parts: Parts): string {
  reader.at += 1
  const sign = peek(reader)
  if (sign === '+' || sign === '-') reader.at += 1
  const first = take(reader)
  if (first === '') throw taken(reader, 'EOF while parsing a value')
  if (!isDigit(first)) throw taken(reader, 'invalid number')
  let size = Number(first)
  while (isDigit(peek(reader))) {
    size = size * 10 + Number(take(reader))
    if (size <= MAX_EXPONENT) continue
    if (parts.digits !== 0n && sign !== '-') throw taken(reader, 'number out of range')
    while (isDigit(peek(reader))) reader.at += 1
    return printDouble(parts.negative ? -0 : 0)
  }
  const exponent = parts.exponent + (sign === '-' ? -size : size)
  return printDouble(scale(reader, { ...parts, exponent }))
}

function scale(reader: Reader, { negative, digits, exponent }: Parts): number {
  let value = Number(digits)
  let left = exponent
  while (left < -POWERS && value !== 0) {
    value /= 1e308
    left += POWERS
  }
  if (value !== 0) value = left < 0 ? value / tenTo(-left) : value * tenTo(left)
  if (!Number.isFinite(value)) throw taken(reader, 'number out of range')
  return negative ? -value : value
}

function tenTo(exponent: number): number {
  return Number(`1e${exponent}`)
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

/** The shortest digits that mean the same double: plain between 1e-5 and 1e16, else with an exponent. */
export function printDouble(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const [mantissa = '0', power = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const exponent = Number(power)
  if (value === 0) return `${sign}0.0`
  if (exponent < -5 || exponent > 15) return `${sign}${mantissa}e${exponent < 0 ? '' : '+'}${exponent}`
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}
