import { suggest } from './suggest.ts'

/*
 * Values of a config file in messages. A file that does not load may hold a secret anywhere, most likely where the
 * value has the wrong form, and its messages reach the model. So they name what kind of value stands there. A value
 * itself is quoted only where it cannot be a secret.
 */

/**
 * What stands where `expected` should: its kind, and more where the kind alone is right. A number is quoted where a
 * number is expected. `object` is what the format calls an object.
 */
export function misfit(value: unknown, expected = '', object = 'an object'): string {
  const kind = kindOf(value, object)
  if (typeof value === 'number') return NUMERIC.test(expected) || !Number.isFinite(value) ? `${value}` : kind
  if (!expected.startsWith(kind)) return kind
  if (typeof value === 'string') return 'this string'
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
  const odd = parts.find((part) => typeof part !== 'string')
  return odd === undefined ? `this ${kind.replace(/^an? /, '')}` : `${kind} with ${kindOf(odd, object)} in it`
}

const NUMERIC = /^(?:a|the) number\b|^\d+$/

/** A word that is nearly one of the accepted ones; any other may be a secret in the wrong place. */
export function misspelt(value: unknown, known: readonly string[], object?: string): string {
  if (typeof value !== 'string' || value === '') return misfit(value, '', object)
  return suggest(value, known) === undefined ? 'this string' : `"${value}"`
}

/** A key for a message. Names are told; in `TOKEN=abc` and `Authorization: abc` the value stands in the key. */
export function shownKey(key: string): string {
  if (isName(key)) return `"${key}"`
  const [, name, mark] = /^([\w-]{1,64})([=:])/.exec(key) ?? []
  return name === undefined ? '"…"' : `"${name}${mark}…"`
}

/** True for keys that are told as they are. */
export function isName(key: string): boolean {
  return /^[\w$.@-]{1,64}$/.test(key)
}

function kindOf(value: unknown, object: string): string {
  if (value === undefined) return 'absent'
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return kindOfText(value)
  return typeof value === 'object' ? object : `a ${typeof value}`
}

function kindOfText(text: string): string {
  if (text === '') return 'an empty string'
  if (text.trim() === '') return 'white space'
  if (/[\r\n]/.test(text)) return 'a string of several lines'
  return 'a string'
}
