import { didYouMean } from './suggest.ts'

/** Throws a TypeError for the first option that does not exist. One left undefined counts as absent. */
export function refuseUnknown(what: string, given: unknown, known: Readonly<Record<string, true>>): void {
  if (!isObject(given)) throw new TypeError(`The options of ${what} must be an object, not ${shown(given)}.`)
  const unknown = unknownKey(given, known)
  if (unknown === undefined) return
  throw new TypeError(`"${unknown.key}" is not an option of ${what}; ${unknown.accepted}`)
}

/** Returns the first key that does not exist, with the end of a message about it. One left undefined counts as absent. */
export function unknownKey(
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, true>>,
): { readonly key: string; readonly accepted: string } | undefined {
  for (const key in given)
    if (!Object.hasOwn(known, key) && given[key] !== undefined) return { key, accepted: accepted(key, known) }
  return undefined
}

function accepted(key: string, known: Readonly<Record<string, true>>): string {
  const names = Object.keys(known)
  const hint = didYouMean(key, names)
  return `accepted: ${names.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`
}

export function refuseNoFunction(what: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${what} must be a function, not ${shown(value)}.`)
}

export function refuseNoText(what: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${what} must be a text, not ${shown(value)}.`)
}

/** For lists such as `allowedUrls`: one text in place of a list would be taken apart into its characters. */
export function refuseNoTexts(what: string, value: unknown): asserts value is readonly string[] {
  if (!Array.isArray(value))
    throw new TypeError(`${what} must be a list of texts, not ${shown(withoutPassword(value))}.`)
  const index = value.findIndex((each) => typeof each !== 'string')
  if (index !== -1)
    throw new TypeError(`${what} must be a list of texts; item ${index} is ${shown(value[index])}.`)
}

function withoutPassword(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/\/[^/?#]*@/, '//…@') : value
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value for a message: short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The kind of a value that may be secret. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a text'
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : shown(value)
}
