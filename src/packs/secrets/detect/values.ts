import type { Meaning } from './names.ts'
import { isPlaceholder } from './placeholder.ts'
import { classesOf, entropyOf, isWordy, looksRandom } from './randomness.ts'

/** Values that stand beside such names in every tutorial. */
const COMMON: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'guest',
  'mongo',
  'mysql',
  'none',
  'null',
  'pass',
  'passw0rd',
  'password',
  'postgres',
  'rabbitmq',
  'redis',
  'root',
  'secret',
  'test',
  'toor',
  'undefined',
  'user',
])

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const INTEGRITY = /^(?:sha(?:1|256|384|512)|md5)[-:]/i

/** `config.auth.token`, `getToken()`, `req["x"]`, `a ?? b`: code that fetches the value. */
const CODE =
  /^[!&*]{0,2}[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[[^\]]{0,40}\]|::\w+)+(?:\(|$)|^[A-Za-z_$][\w$.]*\(|^(?:new|await|async|function|typeof|return)\b|[()[\]{};]|=>|&&|\|\|/

/** A file, a folder or an address, rather than what it holds. */
const PATH =
  /^[~.]{0,2}(?:\/[\w.@-]{1,64}){1,20}\/?$|^[A-Za-z]:\\|:\/\/|^[\w-]{1,40}\.(?:json|ya?ml|txt|pem|key|crt|env|ts|js|py|toml|ini)$/

/** Random base64 may have strokes in it too, and its parts are then no words. */
function isPath(value: string): boolean {
  if (!PATH.test(value)) return false
  const isDrawn = value.length >= 32 && !/[-_.:]/.test(value)
  return !isDrawn || value.split('/').every((part) => part === '' || isWordy(part))
}

/** Where a value stands, as far as it matters for what it may be. */
export type ValuePlace = {
  readonly meaning: Meaning
  /** True: between quotes, so that it is no code. */
  readonly isQuoted: boolean
  /** Bits per character that a value must have at least. */
  readonly leastBits: number
}

/** Whether the value of a name that promises a secret is one. */
export function isSecretValue(value: string, { meaning, isQuoted, leastBits }: ValuePlace): boolean {
  if (value.length < 8 || value.length > 4096 || /\s/.test(value)) return false
  if (COMMON.has(value.toLowerCase()) || isPlaceholder(value)) return false
  if (UUID.test(value) || INTEGRITY.test(value) || isPath(value)) return false
  if (!isQuoted && CODE.test(value)) return false
  return looksRandom(value, leastBits) || (meaning === 'password' && isPassword(value, leastBits))
}

/** A password that a person made up: at least three kinds of characters, or letters and digits that are no word. */
export function isPassword(value: string, leastBits = 3): boolean {
  if (isWordy(value) || /password|passwd|secret/i.test(value)) return false
  const { lower, upper, digit, other } = classesOf(value)
  const kinds = [lower, upper, digit, other].filter(Boolean).length
  return (
    kinds >= 2 &&
    (digit || other || lower === upper) &&
    (lower || upper) &&
    entropyOf(value) >= Math.min(leastBits, kinds >= 3 ? 2.5 : 3)
  )
}

/** Whether the password of an address or of `user:password` is one that somebody keeps. */
export function isLoginPassword(user: string, password: string): boolean {
  if (password.length < 6 || password === user || COMMON.has(password.toLowerCase())) return false
  if (/^\d+$/.test(password) && password.length < 8) return false
  return (
    !isPlaceholder(password) &&
    !/^(?:my|the|db|some)?[-_]?pass(?:word|wd)?\d{0,4}$|^secret\d{0,4}$|^token$|^x-oauth-basic$|^pwd$/i.test(
      password,
    )
  )
}
