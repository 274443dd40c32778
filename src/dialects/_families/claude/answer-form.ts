import { nativeOf, type AnswerForm, type ClaudeEventSpec, type DecisionWord } from './event-spec.ts'
import { isObject, type JsonObject } from './shape.ts'

const PART = 'hookSpecificOutput'

/** Words of `decision` in the contract itself. */
export const CONTRACT_WORDS: NonNullable<AnswerForm['words']> = { approve: 'allow', block: 'deny' }

/** What the words of the contract are called that later readers know. */
const CANONICAL: Readonly<Record<DecisionWord, string>> = { allow: 'approve', ask: 'ask', deny: 'block' }

/** Returns an output with its fields where the contract has them; its words stay those of the host. */
export function placed(value: JsonObject, spec: ClaudeEventSpec): JsonObject {
  const { form } = spec
  if (form === undefined) return value
  if (form.place === 'flat' && value[PART] === undefined) return nested(value, spec)
  const part = value[PART]
  if (!isObject(part)) return value
  const named =
    form.unnamed && part['hookEventName'] === undefined ? { ...part, hookEventName: nativeOf(spec) } : part
  return form.place === 'inside' ? lifted({ ...value, [PART]: named }, named) : { ...value, [PART]: named }
}

/** Returns a checked output in the words of the contract. */
export function inContractWords(value: JsonObject, { form }: ClaudeEventSpec): JsonObject {
  const meaning = meaningOf(value['decision'], form)
  return form?.words === undefined || meaning === undefined
    ? value
    : { ...value, decision: CANONICAL[meaning] }
}

/** Returns what a word of `decision` means to the host; undefined for one it does not know. */
export function meaningOf(word: unknown, form: AnswerForm | undefined): DecisionWord | undefined {
  const words = form?.words ?? CONTRACT_WORDS
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined
}

/** The event's own fields at the top level become its own part. */
function nested(value: JsonObject, spec: ClaudeEventSpec): JsonObject {
  const own = Object.keys(spec.output ?? {}).filter((field) => Object.hasOwn(value, field))
  if (own.length === 0) return value
  const others = Object.entries(value).filter(([field]) => !own.includes(field))
  const part = {
    hookEventName: nativeOf(spec),
    ...Object.fromEntries(own.map((field) => [field, value[field]])),
  }
  return { ...Object.fromEntries(others), [PART]: part }
}

/** A decision among the event's own fields counts as one at the top level. */
function lifted(value: JsonObject, part: JsonObject): JsonObject {
  const { decision, reason, ...rest } = part
  if (decision === undefined) return value
  return { ...value, decision, ...(reason !== undefined && { reason }), [PART]: rest }
}
