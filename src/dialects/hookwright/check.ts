import type * as z from 'zod/mini'
import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import { isName, misfit, misspelt, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { hostHint } from '../suggest-host.ts'
import { parseShell } from '../../shells/shell.ts'
import { at, isObject } from '../_families/claude/shape.ts'

/** A mapping of ours: its schema, its place, and what a person calls it. */
export type Part = {
  readonly schema: z.ZodMiniType & { readonly shape: Readonly<Record<string, unknown>> }
  readonly name: string
  readonly place: Place
}

/** Everything the schema finds wrong, each as one sentence. */
export function check(value: unknown, part: Part): readonly Issue[] {
  const parsed = part.schema.safeParse(value)
  return parsed.success ? [] : parsed.error.issues.flatMap((problem) => translate(problem, value, part))
}

type Problem = z.core.$ZodIssue

function translate(problem: Problem, value: unknown, part: Part): readonly Issue[] {
  const path = problem.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  const place = at(part.place, ...path)
  if (problem.code === 'unrecognized_keys') {
    const known = knownKeys(part, path)
    // A git config leaves keys that begin with "x-" to its author.
    const isLeft = (key: string): boolean => path[0] === 'git' && key.startsWith('x-')
    return problem.keys
      .filter((key) => !isLeft(key))
      .map((key) => unknownKey(key, known, { place: at(place, key), name: nameOf(part, path) }))
  }
  const wrong = valueAt(value, path)
  if (path.at(-1) === 'shell') return [shellIssue(wrong, place)]
  if (problem.code === 'invalid_key') return [badName(String(path.at(-1)), path.at(-2), place)]
  const hint = problem.code === 'invalid_value' ? nearValue(wrong, problem.values) : undefined
  const subject = path.length === 0 ? capital(part.name) : `"${pathText(path)}"`
  const message = `${subject} must be ${problem.message}, not ${found(wrong, problem)}.`
  return [issue('config.value', place, message, hint)]
}

function found(wrong: unknown, problem: Problem): string {
  if (problem.code === 'invalid_value' && typeof wrong === 'string')
    return misspelt(wrong, problem.values.map(String))
  const what = misfit(wrong, problem.message, 'a mapping')
  return what === 'a string' && problem.code === 'invalid_format' ? 'this string' : what
}

/** Only text is compared: a mapping with a key `toString` cannot be turned into text. */
function nearValue(wrong: unknown, values: readonly unknown[]): string | undefined {
  return typeof wrong === 'string' ? hostHint(wrong, values.map(String)) : undefined
}

/** `env.HOME`, `args[0]`; a key that may hold more than a name is left out. */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${nameIn(step)}`))
    .join('')
}

function nameIn(key: string): string {
  return isName(key) ? key : '…'
}

export function unknownKey(
  key: string,
  known: readonly string[],
  { place, name }: { readonly place: Place; readonly name: string },
): Issue {
  const hint = didYouMean(key, known) ?? `Accepted are ${known.join(', ')}.`
  return issue('config.unknown-key', place, `${shownKey(key)} is not a key of ${name}.`, hint)
}

/** Only `defaults` is a mapping with fixed keys inside a part. */
function knownKeys(part: Part, path: readonly (string | number)[]): readonly string[] {
  const inner = path.length === 0 ? part.schema : innerShape(part, String(path[0]))
  return Object.keys(inner.shape)
}

function innerShape(part: Part, key: string): { readonly shape: object } {
  const field = part.schema.shape[key]
  const inner = isObject(field) && isObject(field['def']) ? field['def']['innerType'] : undefined
  return isObject(inner) && isObject(inner['shape']) ? { shape: inner['shape'] } : { shape: {} }
}

function nameOf(part: Part, path: readonly (string | number)[]): string {
  return path.length === 0 ? part.name : `"${pathText(path)}"`
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((part, step) => {
    if (Array.isArray(part)) return part[Number(step)] as unknown
    return isObject(part) && Object.hasOwn(part, step) ? part[step] : undefined
  }, value)
}

function shellIssue(value: unknown, place: Place): Issue {
  const parsed = parseShell(value, place)
  return isIssue(parsed) ? parsed : issue('shell.unknown', place, 'The shell is not accepted.')
}

function badName(name: string, within: string | number | undefined, place: Place): Issue {
  const isHeader = within === 'headers'
  const message = `${shownKey(name)} is not a name for a ${isHeader ? 'header' : 'variable'}.`
  return issue('config.value', place, message, `Use letters, digits and "${isHeader ? '-' : '_'}".`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
