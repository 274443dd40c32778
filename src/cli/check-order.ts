import type { Issue } from '../core/issue.ts'

/** Each problem once, those of one file together and in its order; files in the order of their first problem. */
export function inFileOrder(issues: readonly Issue[]): readonly Issue[] {
  const files = new Map<string, Issue[]>()
  const seen = new Set<string>()
  for (const problem of issues) {
    const key = keyOf(problem)
    if (seen.has(key)) continue
    seen.add(key)
    const file = problem.place.file ?? ''
    files.set(file, [...(files.get(file) ?? []), problem])
  }
  return [...files.values()].flatMap((each) => each.toSorted(byPosition))
}

/** Two checks that see the same thing say it at places that differ a little, or in different words. */
function keyOf({ code, place, message }: Issue): string {
  const { file, line, column, pointer } = place
  if (/^(?:program|script|shell)\./.test(code)) {
    // Hooks share a script, and with it its problems.
    const isInScript = pointer === undefined && line !== undefined
    return JSON.stringify([code, file, isInScript ? message.replace(/ of hook \S+/, '') : message])
  }
  // One check points at the word in the matcher, another at all of it.
  if (code.startsWith('matcher.') && pointer !== undefined)
    return JSON.stringify([code, file, pointer, /"[^"]*"/.exec(message)?.[0] ?? ''])
  const isOnePerPlace = line !== undefined && /^(?:matcher|habit|secret|guard)\./.test(code)
  return JSON.stringify([code, file, line, column, isOnePerPlace ? '' : message])
}

function byPosition({ place: a }: Issue, { place: b }: Issue): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
