import type { Hook } from './hook.ts'
import { warning, type Issue } from './issue.ts'
import { didYouMean } from './suggest.ts'

/** A warning for each key of a function's answer that nothing reads. One left undefined counts as absent. */
export function unknownAnswerKeys(
  body: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, true>>,
  { id }: Hook,
): readonly Issue[] {
  // Every answer of a function passes here, so that one without a slip allocates nothing.
  let slips: Issue[] | undefined
  for (const key in body)
    if (!Object.hasOwn(known, key) && body[key] !== undefined) (slips ??= []).push(slip(key, known, id))
  return slips ?? NONE
}

const NONE: readonly never[] = Object.freeze([])

function slip(key: string, known: Readonly<Record<string, true>>, id: string): Issue {
  const problem = `"${key}" is not a key of an answer; it was ignored.`
  return warning('output.unknown-key', { hook: id }, problem, didYouMean(key, Object.keys(known)))
}
