import { CONTRACT_WORDS } from './answer-form.ts'
import { nativeOf, type ClaudeEventSpec, type FieldType } from './event-spec.ts'

const COMMON: readonly (readonly [string, string])[] = [
  ['continue', 'true | false'],
  ['stopReason', 'string'],
  ['suppressOutput', 'true | false'],
  ['systemMessage', 'string'],
  ['terminalSequence', 'string'],
]

const NAMES: Readonly<Record<Extract<FieldType, string>, string>> = {
  text: 'string',
  flag: 'true | false',
  object: '{ … }',
  texts: '[string, …]',
  any: 'any value',
  permission:
    '{ "behavior": "allow", "updatedInput"?: { … }, "updatedPermissions"?: [ … ] } | { "behavior": "deny", "message"?: string, "interrupt"?: true | false }',
}

/** What the event's hooks may write, for somebody who wrote something else. */
export function expectedShape(spec: ClaudeEventSpec): string {
  const { output, required, form } = spec
  const words = Object.keys(form?.words ?? CONTRACT_WORDS)
  const fields = [...COMMON, ['decision', typeName(words)], ['reason', 'string']]
  const common = fields.map(([field, type]) => `  "${field}"?: ${type}`)
  return `{\n${[...common, ...specificShape(nativeOf(spec), output, required)].join(',\n')}\n}`
}

function specificShape(
  native: string,
  output: ClaudeEventSpec['output'],
  required: readonly string[],
): readonly string[] {
  if (output === undefined) return []
  const fields = Object.entries(output).map(
    ([field, type]) => `    "${field}"${required.includes(field) ? '' : '?'}: ${typeName(type)}`,
  )
  return [`  "hookSpecificOutput"?: {\n${[`    "hookEventName": "${native}"`, ...fields].join(',\n')}\n  }`]
}

/** How the type of an output field is written for people. */
export function typeName(type: FieldType): string {
  return typeof type === 'string' ? NAMES[type] : type.map((word) => `"${word}"`).join(' | ')
}
