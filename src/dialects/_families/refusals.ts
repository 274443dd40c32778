import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from './claude/shape.ts'

const NO: ReadonlySet<unknown> = new Set(['block', 'deny', 'ask'])

/**
 * Returns the paths of the given keys, at the top of an output and in its `hookSpecificOutput`, whose value means deny
 * or ask in some dialect. `wordOf`: returns the word in a value. Default: the value itself.
 */
export function refusalsIn(
  output: JsonObject,
  keys: readonly string[],
  wordOf: (value: unknown) => unknown = (value) => value,
): readonly string[] {
  const nested = output['hookSpecificOutput']
  const saying = (part: JsonObject): readonly string[] => keys.filter((key) => NO.has(wordOf(part[key])))
  return [
    ...saying(output),
    ...(isObject(nested) ? saying(nested).map((key) => `hookSpecificOutput.${key}`) : []),
  ]
}

type Unread = {
  readonly hook: Hook
  /** The host's own name of the event. */
  readonly event: string
  /** Paths of the keys that say no and are not read. */
  readonly keys: readonly string[]
  /** How a hook says no there. */
  readonly hint: string
}

/** Returns a warning about keys that say no and that the host does not read on the event. */
export function unreadRefusal({ hook, event, keys, hint }: Unread): Issue {
  const named = keys.map((key) => `"${key}"`).join(', ')
  const problem = `The output says no, but on ${event} the host does not read ${named}, so nothing is refused.`
  return warning('output.lost-decision', { hook: hook.id }, problem, hint)
}
