import { CONTRACT_WORDS } from './answer-form.ts'
import { nativeOf, type ClaudeEventSpec, type FieldType } from './event-spec.ts'
import { permissionProblems } from './permission-result.ts'
import type { Problem } from './reading.ts'
import { isObject, quote, type JsonObject } from './shape.ts'
import { any, flag, object, oneOf, text, texts, type Check } from './wire.ts'

const COMMON: Readonly<Record<string, Check>> = {
  continue: flag,
  stopReason: text,
  suppressOutput: flag,
  systemMessage: text,
  terminalSequence: text,
  reason: text,
  hookSpecificOutput: object,
}

const CHECKS: Readonly<Record<Extract<FieldType, string>, Check>> = {
  text,
  flag,
  object,
  texts,
  any,
  permission: object,
}

const PATH = 'hookSpecificOutput'

/** What is wrong with a hook's JSON; keys the host does not know are fine with it. */
export function checkOutput(output: JsonObject, spec: ClaudeEventSpec): readonly Problem[] {
  const specific = output[PATH]
  const common = { ...COMMON, decision: oneOf(Object.keys(spec.form?.words ?? CONTRACT_WORDS)) }
  return [...checkFields(output, common, ''), ...(isObject(specific) ? checkSpecific(specific, spec) : [])]
}

/** True when the event's part of the output is written for another event, and this one only overlooks it. */
export function isOverlooked(output: JsonObject, spec: ClaudeEventSpec): boolean {
  const specific = output[PATH]
  const isLenient = spec.wrongName === 'ignored'
  return isLenient && isObject(specific) && specific['hookEventName'] !== nativeOf(spec)
}

function checkSpecific(specific: JsonObject, spec: ClaudeEventSpec): readonly Problem[] {
  const { output, required, wrongName } = spec
  const native = nativeOf(spec)
  if (output === undefined) return [{ path: PATH, problem: `must be absent on ${native}` }]
  const { hookEventName: name } = specific as { hookEventName?: unknown }
  if (name !== native) {
    if (wrongName === 'ignored') return []
    return [{ path: `${PATH}.hookEventName`, problem: `must be "${native}", not ${quote(name)}` }]
  }
  const missing = required.filter((field) => specific[field] === undefined)
  const checks = Object.entries(output).map(([field, type]) => [field, checkOf(type)] as const)
  return [
    ...missing.map((field) => ({ path: `${PATH}.${field}`, problem: 'is required' })),
    ...checkFields(specific, Object.fromEntries(checks), `${PATH}.`),
    ...nested(specific, output),
  ]
}

/** Fields whose own parts are looked at. */
function nested(specific: JsonObject, output: Readonly<Record<string, FieldType>>): readonly Problem[] {
  return Object.entries(output).flatMap(([field, type]) =>
    type === 'permission' && isObject(specific[field])
      ? permissionProblems(specific[field], `${PATH}.${field}`)
      : [],
  )
}

function checkOf(type: FieldType): Check {
  return typeof type === 'string' ? CHECKS[type] : oneOf(type)
}

function checkFields(
  value: JsonObject,
  checks: Readonly<Record<string, Check>>,
  prefix: string,
): readonly Problem[] {
  return Object.entries(checks)
    .filter(([field, check]) => value[field] !== undefined && !check.holds(value[field]))
    .map(([field, check]) => ({
      path: `${prefix}${field}`,
      problem: `must be ${check.expected}, not ${quote(value[field])}`,
    }))
}
