import type { Effect, Verdict } from '../core/decision.ts'
import { isPattern, misfitOf } from './text-pattern.ts'
import type { Expectation } from './schema.ts'

/** One thing that did not come as expected. */
export type Mismatch = {
  /** The key of the expectation, such as `decision` or `files: a.txt`. */
  readonly what: string
  readonly expected: string
  readonly got: string
  /** Both as texts of several lines, where a comparison line by line says more. */
  readonly texts?: { readonly expected: string; readonly got: string }
}

/** What came of a case. */
export type CaseOutcome = {
  readonly verdict: Verdict
  readonly ms: number
  /** The text of a file of the scratch project; undefined: there is none. */
  readonly readFile: (path: string) => string | undefined
}

/** Everything that did not come as expected; empty: the case passed. */
export function compare(expected: Expectation, { verdict, ms, readFile }: CaseOutcome): readonly Mismatch[] {
  const { decision, reason, context, message, input, output, files = {}, within } = expected
  return [
    ...(decision === undefined ? [] : compareDecision(decision, verdict)),
    ...(reason === undefined ? [] : compareText('reason', reason, verdict.reason)),
    ...(context === undefined ? [] : compareText('context', context, textOf(verdict, 'add-context'))),
    ...(message === undefined ? [] : compareText('message', message, textOf(verdict, 'message'))),
    ...(input === undefined ? [] : compareInput(input, verdict)),
    ...('output' in expected ? compareOutput(output, verdict) : []),
    ...Object.entries(files).flatMap(([path, text]) => compareFile(path, text, readFile(path))),
    ...(within === undefined || ms <= within * 1_000
      ? []
      : [{ what: 'within', expected: `${within} s`, got: `${(ms / 1_000).toFixed(2)} s` }]),
  ]
}

function compareDecision(expected: string | readonly string[], { decision }: Verdict): readonly Mismatch[] {
  const accepted = [expected].flat()
  if (accepted.includes(decision)) return []
  return [{ what: 'decision', expected: accepted.join(' or '), got: decision }]
}

const NOTHING = '(nothing)'

function compareText(
  what: string,
  expected: string | readonly string[] | null,
  got: string | undefined,
): readonly Mismatch[] {
  if (expected === null) return got === undefined ? [] : [{ what, expected: NOTHING, got }]
  return [expected].flat().flatMap((each) => {
    const misfit = misfitOf(each, got ?? '')
    return misfit === undefined && got !== undefined
      ? []
      : [{ what, expected: misfit ?? 'some text', got: got ?? NOTHING }]
  })
}

function textOf({ effects }: Verdict, kind: 'add-context' | 'message'): string | undefined {
  const texts = effects.flatMap((effect) => (effect.kind === kind ? effect.text : []))
  return texts.length === 0 ? undefined : texts.join('\n')
}

function compareInput(
  expected: Readonly<Record<string, unknown>> | null,
  verdict: Verdict,
): readonly Mismatch[] {
  const rewrite = last(verdict, 'rewrite-input')?.input
  if (expected === null)
    return rewrite === undefined ? [] : [{ what: 'input', expected: 'not rewritten', got: shown(rewrite) }]
  if (rewrite === undefined) return [{ what: 'input', expected: shown(expected), got: 'not rewritten' }]
  return Object.entries(expected).flatMap(([key, value]) =>
    compareValue(`input: ${key}`, value, rewrite[key]),
  )
}

function compareOutput(expected: unknown, verdict: Verdict): readonly Mismatch[] {
  const rewrite = last(verdict, 'rewrite-output')
  if (expected === null)
    return rewrite === undefined
      ? []
      : [{ what: 'output', expected: 'not rewritten', got: shown(rewrite.output) }]
  if (rewrite === undefined) return [{ what: 'output', expected: shown(expected), got: 'not rewritten' }]
  return compareValue('output', expected, rewrite.output)
}

function last<Kind extends Effect['kind']>(
  { effects }: Verdict,
  kind: Kind,
): Extract<Effect, { kind: Kind }> | undefined {
  return effects.findLast((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind)
}

function compareValue(what: string, expected: unknown, got: unknown): readonly Mismatch[] {
  if (isPattern(expected)) {
    const misfit = misfitOf(expected, typeof got === 'string' ? got : shown(got))
    return misfit === undefined ? [] : [{ what, expected: misfit, got: shown(got) }]
  }
  if (canonical(expected) === canonical(got)) return []
  const texts =
    isLong(expected) || isLong(got) ? { texts: { expected: lines(expected), got: lines(got) } } : {}
  return [{ what, expected: shown(expected), got: shown(got), ...texts }]
}

function compareFile(path: string, expected: string | null, got: string | undefined): readonly Mismatch[] {
  const what = `files: ${path}`
  if (expected === null) return got === undefined ? [] : [{ what, expected: 'no such file', got: shown(got) }]
  if (got === undefined) return [{ what, expected: shown(expected), got: 'no such file' }]
  return compareValue(what, expected, got)
}

function isLong(value: unknown): boolean {
  return (typeof value === 'string' && value.includes('\n')) || (typeof value === 'object' && value !== null)
}

function lines(value: unknown): string {
  return typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2) ?? 'nothing'}\n`
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? NOTHING
}

/** JSON with sorted keys: the order of keys means nothing. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  )
}
