import { warning, type Issue } from '../../core/issue.ts'
import { quote } from './claude/shape.ts'

/** Returns a warning about an argument that a call has twice: under the tool's own key and under another one. */
export function spareKey(key: string, tool: string): Issue {
  const problem = `"${tool}" was called with "${key}" and with its own key for the same argument; its own key counts.`
  return warning('payload.spare-key', {}, problem)
}

/**
 * Returns a warning about arguments that are not an object. The call goes on as the host sent it; a hook that looks for
 * an argument does not find it.
 */
export function rawArguments(
  args: unknown,
  { tool, key }: { readonly tool: string; readonly key: string },
): Issue {
  const what = typeof args === 'string' ? 'a text, not a JSON object' : `${quote(args)}, not an object`
  const problem = `"${key}" of "${tool}" is ${what}; hooks of other dialects see it as "raw".`
  return warning('payload.tool-args', {}, problem)
}
