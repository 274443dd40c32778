/*
 * Version requests as configs have them: `20`, `20.11`, `v20.11.1`, `^18.12`, `~3.9`, `>=3.8, <4`, `18 || 20`, `3.x`.
 * Only numbers count; a pre-release is as good as its release.
 */

export type Version = readonly [major: number, minor: number, patch: number]

/** The first version in a text such as `v20.20.2` or `Python 3.11.7`. */
export function readVersion(text: string): Version | undefined {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text)
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined
}

/** Undefined for a text that is no request for versions. */
export function parseRange(text: string): ((version: Version) => boolean) | undefined {
  const choices = text.split('||').map(parseChoice)
  if (choices.includes(undefined)) return undefined
  return (version) => choices.some((bounds) => bounds?.every((bound) => bound(version)))
}

type Bound = (version: Version) => boolean

const PART = /^(\^|~=|~|[<>=!]=?=?)?\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+.][\w.+-]*)?$/

function parseChoice(text: string): readonly Bound[] | undefined {
  const parts = text
    .trim()
    .replaceAll(/([<>=!^~])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
  const bounds = parts.map(parseBound)
  return parts.length === 0 || bounds.includes(undefined) ? undefined : (bounds as Bound[])
}

function parseBound(part: string): Bound | undefined {
  const found = PART.exec(part)
  if (found === null) return undefined
  const [, operator = '=', ...written] = found
  const numbers = written.filter((each) => /^\d+$/.test(each ?? '')).map(Number)
  return BOUNDS[operator]?.(numbers)
}

type Numbers = readonly number[]

const BOUNDS: Readonly<Record<string, (numbers: Numbers) => Bound>> = {
  '=': (numbers) => startsWith(numbers),
  '==': (numbers) => startsWith(numbers),
  '===': (numbers) => startsWith(numbers),
  '!=': (numbers) => (version) => !startsWith(numbers)(version),
  '>=': (numbers) => (version) => compare(version, numbers) >= 0,
  '<': (numbers) => (version) => compare(version, numbers) < 0,
  '>': (numbers) => (version) => compare(version, numbers) > 0 && !startsWith(numbers)(version),
  '<=': (numbers) => (version) => compare(version, numbers) < 0 || startsWith(numbers)(version),
  '^': (numbers) => within(numbers, caretWidth(numbers)),
  '~': (numbers) => within(numbers, Math.min(2, numbers.length)),
  // Python's: the last number written may grow.
  '~=': (numbers) => within(numbers, Math.max(1, numbers.length - 1)),
}

/** How many leading numbers a caret holds fast: all up to the first that is not 0. */
function caretWidth(numbers: Numbers): number {
  const first = numbers.findIndex((each) => each !== 0)
  return first < 0 ? numbers.length : first + 1
}

function within(numbers: Numbers, width: number): Bound {
  return (version) => compare(version, numbers) >= 0 && startsWith(numbers.slice(0, width))(version)
}

function startsWith(numbers: Numbers): Bound {
  return (version) => numbers.every((each, index) => version[index] === each)
}

function compare(version: Version, numbers: Numbers): number {
  return (
    version.map((each, index) => each - (numbers[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  )
}
