import type { ClaudeEventSpec, FieldType } from './events.ts'
import { isObject, quote, type JsonObject } from './shape.ts'
import { any, flag, object, oneOf, text, texts, type Check } from './wire.ts'

/** One thing wrong with an output: where, and what. */
export type Problem = { readonly path: string; readonly problem: string }

const COMMON: Readonly<Record<string, Check>> = {
  continue: flag,
  stopReason: text,
  suppressOutput: flag,
  systemMessage: text,
  terminalSequence: text,
  decision: oneOf(['approve', 'block']),
  reason: text,
  hookSpecificOutput: object,
}

const CHECKS: Readonly<Record<Extract<FieldType, string>, Check>> = { text, flag, object, texts, any }

/** What is wrong with a hook's JSON; keys the host does not know are fine with it. */
export function checkOutput(output: JsonObject, spec: ClaudeEventSpec): readonly Problem[] {
  const { hookSpecificOutput: specific } = output as { hookSpecificOutput?: unknown }
  return [...checkFields(output, COMMON, ''), ...(isObject(specific) ? checkSpecific(specific, spec) : [])]
}

function checkSpecific(specific: JsonObject, { event, output }: ClaudeEventSpec): readonly Problem[] {
  const path = 'hookSpecificOutput'
  if (output === undefined) return [{ path, problem: `must be absent on ${event}` }]
  const { hookEventName: name } = specific as { hookEventName?: unknown }
  if (name !== event)
    return [{ path: `${path}.hookEventName`, problem: `must be "${event}", not ${quote(name)}` }]
  const checks = Object.entries(output).map(([field, type]) => [field, checkOf(type)] as const)
  return checkFields(specific, Object.fromEntries(checks), `${path}.`)
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
