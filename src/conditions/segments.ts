/** `**` stands for any number of segments; within a segment `*`, `?` and `[...]` as in a gitignore file. */
export function matchSegments(glob: readonly string[], path: readonly string[]): boolean {
  const tests = glob.map((segment) => (segment === '**' ? ANY_NUMBER : segmentTest(segment)))
  return matchInOrder(tests, path)
}

const ANY_NUMBER = Symbol('any number')

type Step<T> = ((item: T) => boolean) | typeof ANY_NUMBER

/**
 * Only the last "any number" is ever retried, so the time is bounded by steps × items. A regex built from the same
 * pattern can take exponential time on a crafted path.
 */
function matchInOrder<T>(steps: readonly Step<T>[], items: readonly T[]): boolean {
  let step = 0
  let retry: { step: number; item: number } | undefined
  for (let item = 0; item < items.length;) {
    const test = steps[step]
    if (test === ANY_NUMBER) retry = { step: ++step, item }
    else if (test?.(items[item] as T)) {
      step++
      item++
    } else if (retry === undefined) return false
    else {
      step = retry.step
      item = ++retry.item
    }
  }
  return steps.slice(step).every((test) => test === ANY_NUMBER)
}

/** A segment also matches itself: folders are really called `[id]` or `a*`. */
function segmentTest(segment: string): (name: string) => boolean {
  if (!/[*?[\\]/.test(segment)) return (name) => name === segment
  const steps = Array.from(segment.matchAll(/\\?(\*)|\\(.)|\[([!^]?)([^\]]+)\]|(.)/gsu), characterTest)
  return (name) => name === segment || matchInOrder(steps, Array.from(name))
}

function characterTest([text, star, escaped, negation, members, plain]: RegExpExecArray): Step<string> {
  if (star !== undefined) return text === '*' ? ANY_NUMBER : (character) => character === '*'
  if (members !== undefined) {
    const inSet = setTest(members)
    return (character) => inSet(character) !== (negation !== '')
  }
  if (plain === '?') return () => true
  return (character) => character === (escaped ?? plain)
}

function setTest(members: string): (character: string) => boolean {
  const ranges = Array.from(members.matchAll(/(.)-(.)|(.)/gsu), ([, from, to, single]) => [
    from ?? single,
    to ?? single,
  ])
  return (character) => ranges.some(([from = '', to = '']) => from <= character && character <= to)
}
