import { placeIssue } from '../config/locate.ts'
import { fileIssue } from '../config/discover.ts'
import { parseConfig } from '../config/parse.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'
import { misfit } from '../core/misfit.ts'
import { check } from '../dialects/hookwright/check.ts'
import { limits } from '../engine/limits.ts'
import { isFileProblem, readText, type Files } from '../ports/files.ts'
import type { CaseFile, PlacedCase } from './case-file.ts'
import { Case, Expectation } from './schema.ts'

/** One file has at most so many cases. */
const MOST_CASES = 5_000

/** Keys of a case that each say what happens. */
const HAPPENINGS = ['command', 'powershell', 'edit', 'write', 'read', 'prompt', 'tool', 'payload'] as const

/** Reads the cases of a file; what its hooks are is for the reader of hookwright files. Never throws. */
export function readCaseFile(file: string, files: Files): CaseFile {
  const text = readText(files, file, limits.configBytes)
  if (typeof text !== 'string') {
    const problem = isFileProblem(text)
      ? fileIssue(file, text)
      : issue('cases.missing', { file }, `"${file}" does not exist.`)
    return { file, text: '', hasHooks: false, cases: [], issues: [problem] }
  }
  const parsed = parseConfig(text, file)
  const top = isMapping(parsed.value) ? parsed.value : undefined
  const issues = top === undefined ? parsed.issues : inspect(top, file)
  const errors = issues.filter(({ severity }) => severity === 'error')
  const hasHooks = top !== undefined && (Object.hasOwn(top, 'hooks') || Object.hasOwn(top, 'packs'))
  return {
    file,
    text,
    hasHooks,
    cases: errors.length > 0 ? [] : listOf(top?.['cases']),
    issues: errors.map((problem) => placeIssue(problem, text)),
  }
}

function listOf(cases: unknown): readonly PlacedCase[] {
  return (cases as readonly Case[]).map((each, index) => ({ ...each, index }))
}

function inspect(top: Readonly<Record<string, unknown>>, file: string): readonly Issue[] {
  const place: Place = { file, pointer: ['cases'] }
  const cases = top['cases']
  if (!Array.isArray(cases))
    return [
      issue('config.value', place, `"cases" must be a list of cases, not ${misfit(cases, '', 'a mapping')}.`),
    ]
  if (cases.length > MOST_CASES)
    return [issue('cases.too-many', place, `The file has ${cases.length} cases; the most are ${MOST_CASES}.`)]
  const items: readonly unknown[] = cases
  const wrong = items.flatMap((item, index) => inspectCase(item, { file, pointer: ['cases', index] }))
  return wrong.length > 0 ? wrong : repeatedNames(items as readonly Case[], file)
}

function inspectCase(value: unknown, place: Place): readonly Issue[] {
  const wrong = check(value, { schema: Case, name: 'a case', place })
  if (wrong.length > 0) return wrong
  return [...inspectHappening(value as Case, place), ...inspectExpectation(value as Case, place)]
}

function inspectHappening(one: Case, place: Place): readonly Issue[] {
  const [first, second] = HAPPENINGS.filter((key) => one[key] !== undefined)
  if (second !== undefined) {
    const message = `The case has both "${first}" and "${second}", but only one of them may stand in it.`
    return [issue('cases.two-events', below(place, second), message, 'Make two cases of it.')]
  }
  if (first === 'payload' && one.host === 'all')
    return [
      issue('cases.two-events', below(place, 'host'), 'A payload is written for one host, not for all.'),
    ]
  if (first === 'payload' && (one.fields ?? one.response) !== undefined)
    return [
      issue(
        'cases.two-events',
        below(place, 'payload'),
        '"payload" says all of the event; remove "fields" and "response".',
      ),
    ]
  if (first !== undefined || one.event !== undefined) return []
  const hint = `Add one of ${HAPPENINGS.join(', ')}, or an "event".`
  return [issue('cases.no-event', place, 'The case says nothing that happens.', hint)]
}

function inspectExpectation({ expect }: Case, place: Place): readonly Issue[] {
  if (Object.keys(expect).length > 0) return []
  const hint = `Add one of ${Object.keys(Expectation.shape).join(', ')}.`
  return [issue('cases.no-expectation', below(place, 'expect'), 'The case expects nothing.', hint)]
}

/** A report names a case, and so does `--filter`. */
function repeatedNames(cases: readonly Case[], file: string): readonly Issue[] {
  const seen = new Set<string>()
  return cases.flatMap(({ name }, index) => {
    if (!seen.has(name)) return (seen.add(name), [])
    const place: Place = { file, pointer: ['cases', index, 'name'] }
    return [issue('cases.name-twice', place, 'Two cases have this name.', 'Say what makes them different.')]
  })
}

function below({ file, pointer = [] }: Place, key: string): Place {
  return { ...(file !== undefined && { file }), pointer: [...pointer, key] }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
