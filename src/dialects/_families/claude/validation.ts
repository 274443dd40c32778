import { describeHandler } from '../../../core/hook.ts'
import { issue, type Issue } from '../../../core/issue.ts'
import { misspeltAnswer } from '../../../core/misspelt-answer.ts'
import { nativeOf } from './event-spec.ts'
import type { Problem, Reading } from './reading.ts'
import type { Refusal } from './refusal.ts'
import { expectedShape } from './expected-shape.ts'
import { escaped } from './illegible.ts'
import { isObject, type JsonObject } from './shape.ts'

const QUOTED_CHARACTERS = 2_000
/** A stranger's server has answered; more of it would only fill the log. */
const QUOTED_FROM_HTTP = 200

/** `refusal` is the part of the output that counts all the same. */
type Around = { readonly reading: Reading; readonly refusal: Refusal | undefined }

/** JSON that is not what the event's hooks may write: what is wrong, what was lost by it, and what was expected. */
export function invalidOutput(
  value: JsonObject,
  problems: readonly Problem[],
  { reading, refusal }: Around,
): Issue {
  const { hook, spec } = reading
  const list = problems.map(({ path, problem }) => `${path} ${problem}`).join('; ')
  const message = `JSON validation failed for the output of hook "${describeHandler(hook.handler)}": ${list}. ${lost(value, refusal)}`
  const lines = problems.map(({ path, problem }) => ` - ${path}: ${problem}`).join('\n')
  const isCommand = hook.handler.type === 'command'
  const parts = [
    `JSON validation failed:\n${lines}`,
    `The hook's output was:\n${quoted(value, hook.handler.type)}`,
    ...(isCommand ? [`Expected on ${nativeOf(spec)}:\n${expectedShape(spec)}`] : []),
  ]
  const slip = misspeltAnswer(value, { gate: false, isContext: false })
  return { ...issue('output.invalid', { hook: hook.id }, message, slip?.hint), detail: parts.join('\n\n') }
}

function quoted(value: JsonObject, handler: string): string {
  return escaped(
    JSON.stringify(value, undefined, 2),
    handler === 'http' ? QUOTED_FROM_HTTP : QUOTED_CHARACTERS,
  )
}

const ENVELOPE: ReadonlySet<string> = new Set(['hookSpecificOutput', 'hookEventName', 'suppressOutput'])

/** What the author wanted and does not get; a block and a stop with their values. */
function lost(value: JsonObject, refusal: Refusal | undefined): string {
  if (refusal !== undefined)
    return `Its ${refusal.said} stands; of the rest only reasons and "continue": false count.`
  const specific = isObject(value['hookSpecificOutput']) ? value['hookSpecificOutput'] : {}
  const wanted = [...Object.entries(value), ...Object.entries(specific)]
    .filter(([field]) => !ENVELOPE.has(field))
    .map(([field, said]) => (TELLING.has(field) ? `${field} ${telling(said)}` : field))
  return wanted.length === 0 ? 'Nothing of it was applied.' : `Not applied: ${wanted.join(', ')}.`
}

const TELLING: ReadonlySet<string> = new Set([
  'decision',
  'continue',
  'permissionDecision',
  'action',
  'retry',
])

function telling(said: unknown): string {
  if (isObject(said)) return `(${String(said['behavior'])})`
  return `(${typeof said === 'string' || typeof said === 'boolean' ? String(said).slice(0, 20) : typeof said})`
}
