import { runInNewContext } from 'node:vm'
import { otherSubjectOf, possibleSubjectOf, subjectOf, type Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { describeMatcher } from '../core/matcher.ts'
import { grants, isFor, why, whyNot } from '../core/planner.ts'
import type { Policy } from '../core/policy.ts'
import { formerNames } from '../core/tools.ts'

/** A pattern that takes longer is a trap or a slip; people wait this long without noticing. */
const PATTERN_MS = 200

/**
 * Says of a hook that waits for an approval whether it would have run. Conditions take linear time; a regular
 * expression, which may be a stranger's, is stopped when it takes too long.
 */
export function wouldMatch(event: Event, hook: Hook, condition: Policy['condition']): string {
  if (!isFor(hook, event)) return `it would not run: ${whyNot(event, hook)}`
  const fits = fitsInTime(event, hook)
  if (fits === undefined)
    return `whether its matcher ${describeMatcher(hook.matcher)} matches took too long to tell`
  if (!fits) return `it would not run: ${whyNot(event, hook)}`
  const reason = why(event, hook)
  if (hook.condition === undefined) return `it would run: ${reason}`
  const { holds, whole, why: because } = condition(hook.condition, event, hook)
  const runs = holds && (whole || !grants(hook))
  return `it would ${runs ? 'run' : 'not run'}: ${runs ? `${reason}; ` : ''}if ${hook.condition}: ${because}`
}

/** Matchers without a regular expression were tried already: the hook would not be among those that are told. */
function fitsInTime(event: Event, { matcher, subject }: Hook): boolean | undefined {
  const tested = subjectOf(event, subject)
  if (matcher.kind !== 'regex' || tested === undefined || tested === '') return true
  const subjects = [tested, otherSubjectOf(event, subject), possibleSubjectOf(event, subject)]
  const names = subjects.flatMap((each) => (each === undefined ? [] : [each, ...formerNames(each)]))
  try {
    const found: unknown = runInNewContext(
      'names.some((name) => new RegExp(source).test(name))',
      { names, source: matcher.source },
      { timeout: PATTERN_MS },
    )
    return found === true
  } catch {
    return undefined
  }
}
