import type { Problem } from './reading.ts'
import { isObject, quote, type JsonObject } from './shape.ts'
import { flag, object, oneOf, text, texts, type Check } from './wire.ts'

type Checks = Readonly<Record<string, Check>>

const DESTINATION = oneOf(['userSettings', 'projectSettings', 'localSettings', 'session', 'cliArg'])
const MODE = oneOf(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions', 'manual'])
const BEHAVIOR = oneOf(['allow', 'deny', 'ask'])

const rules: Check = {
  expected: 'a list of rules with "toolName"',
  holds: (value) => Array.isArray(value) && value.every(isRule),
}
const RULES: Checks = { rules, behavior: BEHAVIOR, destination: DESTINATION }
const DIRECTORIES: Checks = { directories: texts, destination: DESTINATION }

/** What each type of update must say. */
const UPDATES: Readonly<Record<string, Checks>> = {
  addRules: RULES,
  replaceRules: RULES,
  removeRules: RULES,
  setMode: { mode: MODE, destination: DESTINATION },
  addDirectories: DIRECTORIES,
  removeDirectories: DIRECTORIES,
}

/** What is wrong with the answer to a permission request. Only fields that count with its behaviour are looked at. */
export function permissionProblems(decision: unknown, path: string): readonly Problem[] {
  if (!isObject(decision)) return [wrong(path, object, decision)]
  const { behavior } = decision
  // Every other word is a deny as well, so it is read as one.
  if (typeof behavior !== 'string') return [wrong(`${path}.behavior`, oneOf(['allow', 'deny']), behavior)]
  if (behavior !== 'allow') return optional(decision, { message: text, interrupt: flag }, path)
  const { updatedPermissions: updates } = decision as { updatedPermissions?: unknown }
  return [...optional(decision, { updatedInput: object }, path), ...listProblems(updates, path)]
}

function listProblems(updates: unknown, path: string): readonly Problem[] {
  if (updates === undefined) return []
  const at = `${path}.updatedPermissions`
  if (!Array.isArray(updates)) return [{ path: at, problem: `must be a list, not ${quote(updates)}` }]
  return updates.flatMap((update, index) => updateProblems(update, `${at}.${index}`))
}

function updateProblems(update: unknown, path: string): readonly Problem[] {
  if (!isObject(update)) return [wrong(path, object, update)]
  const { type } = update
  const isKnown = typeof type === 'string' && Object.hasOwn(UPDATES, type)
  if (!isKnown) return [wrong(`${path}.type`, oneOf(Object.keys(UPDATES)), type)]
  const checks = Object.entries(UPDATES[type] ?? {})
  return checks.flatMap(([field, check]) =>
    check.holds(update[field]) ? [] : [wrong(`${path}.${field}`, check, update[field])],
  )
}

function optional(value: JsonObject, checks: Checks, path: string): readonly Problem[] {
  return Object.entries(checks).flatMap(([field, check]) =>
    value[field] === undefined || check.holds(value[field])
      ? []
      : [wrong(`${path}.${field}`, check, value[field])],
  )
}

function isRule(value: unknown): boolean {
  if (!isObject(value)) return false
  const { toolName, ruleContent } = value as { toolName?: unknown; ruleContent?: unknown }
  return typeof toolName === 'string' && (ruleContent === undefined || typeof ruleContent === 'string')
}

function wrong(path: string, { expected }: Check, got: unknown): Problem {
  return { path, problem: `must be ${expected}, not ${quote(got)}` }
}
