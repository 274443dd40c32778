import { meaningOf } from './answer-form.ts'
import { decidingTexts } from './duplicate-keys.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { isObject, type JsonObject } from './shape.ts'
import type { OutputWire, SpecificOutputWire } from './wire.ts'

/** The no of an output that cannot be read as a whole. */
export type Refusal = {
  /** The output reduced to its no and the reasons for it. */
  readonly output: OutputWire
  /** How the output said it, such as `decision (block)`. */
  readonly said: string
}

/**
 * Returns the no in an output that fails its check or says a key twice, or undefined when it has none that this event
 * knows. `text` is the JSON of `value`, with repeated keys if the hook wrote any: one no among them is enough.
 */
export function refusalIn(value: JsonObject, text: string, spec: ClaudeEventSpec): Refusal | undefined {
  if (value['async'] === true || !spec.decisions.includes('deny')) return undefined
  const told = decidingTexts(text)
  const at = spec.form?.place === 'inside' ? ['decision', 'hookSpecificOutput.decision'] : ['decision']
  const blocks = told.some(({ path, said }) => at.includes(path) && meaningOf(said, spec.form) === 'deny')
  const own = FORMS.find((form) => form.isRead(spec) && told.some((one) => form.isNo(one.path, one.said)))
  if (!blocks && own === undefined) return undefined
  const nested = value['hookSpecificOutput']
  const part = own?.part(isObject(nested) ? nested : {})
  return {
    said: blocks ? 'decision (block)' : (own?.said ?? ''),
    output: {
      ...(blocks && { decision: 'block' }),
      ...texts(value, 'reason'),
      ...(value['continue'] === false && { continue: false, ...texts(value, 'stopReason') }),
      ...(part && { hookSpecificOutput: { hookEventName: nativeOf(spec), ...part } }),
    },
  }
}

type Part = Omit<SpecificOutputWire, 'hookEventName'>

/** One way of saying no in the event's own part. */
type Form = {
  readonly said: string
  readonly isRead: (spec: ClaudeEventSpec) => boolean
  readonly isNo: (path: string, said: string) => boolean
  readonly part: (nested: JsonObject) => Part
}

const FORMS: readonly Form[] = [
  {
    said: 'permissionDecision (deny)',
    isRead: ({ output = {} }) => Object.hasOwn(output, 'permissionDecision'),
    isNo: (path, said) => path === 'hookSpecificOutput.permissionDecision' && said === 'deny',
    part: (nested) => ({ permissionDecision: 'deny', ...texts(nested, 'permissionDecisionReason') }),
  },
  {
    said: 'decision (deny)',
    isRead: ({ denyBy }) => denyBy === 'behavior',
    // Every behaviour other than allow is a deny.
    isNo: (path, said) => path === 'hookSpecificOutput.decision.behavior' && said !== 'allow',
    part: ({ decision }) => ({
      decision: { behavior: 'deny', ...(isObject(decision) && texts(decision, 'message')) },
    }),
  },
  {
    said: 'action (decline)',
    isRead: ({ denyBy }) => denyBy === 'action',
    isNo: (path, said) => path === 'hookSpecificOutput.action' && said === 'decline',
    part: () => ({ action: 'decline' }),
  },
]

/** The key with its value when that is a text, else nothing. */
function texts<Key extends string>(value: JsonObject, key: Key): { readonly [Name in Key]?: string } {
  const said = value[key]
  return typeof said === 'string' ? ({ [key]: said } as { readonly [Name in Key]?: string }) : {}
}
