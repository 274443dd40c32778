import { warning, type Issue } from './issue.ts'

export type Input = Readonly<Record<string, unknown>>

/** replace: the rewrite stands as a whole. merge: only the fields it changed count. chain: it was made on the one before. */
export type RewriteRule = 'replace' | 'merge' | 'chain'

export type Rewrite = { readonly hook: string; readonly input: Input; readonly rule: RewriteRule }

/** Applies rewrites in configuration order; a field that two parallel hooks changed differently is reported. */
export function composeRewrites(
  original: Input,
  rewrites: readonly Rewrite[],
): { readonly input?: Input; readonly issues: readonly Issue[] } {
  const [only, another] = rewrites
  if (only === undefined) return { issues: [] }
  if (another === undefined) return { input: only.input, issues: [] }
  const owners = new Map<string, string>()
  const issues: Issue[] = []
  let input = original
  for (const rewrite of rewrites) {
    const next = applyOne(original, input, rewrite)
    issues.push(...conflicts({ original, input, next, rewrite, owners }))
    input = next
  }
  return { input, issues }
}

export function sameInput(a: Input, b: Input): boolean {
  return changedFields(a, b).size === 0
}

function applyOne(original: Input, current: Input, { input, rule }: Rewrite): Input {
  if (rule !== 'merge') return input
  const changed = changedFields(original, input)
  const kept = Object.entries(current).filter(([key]) => !changed.has(key))
  const added = Object.entries(input).filter(([key]) => changed.has(key))
  return Object.fromEntries([...kept, ...added])
}

/** A conflict is a field an earlier hook had changed and this one sets to something else. */
function conflicts(step: {
  original: Input
  input: Input
  next: Input
  rewrite: Rewrite
  owners: Map<string, string>
}): Issue[] {
  const { original, input, next, rewrite, owners } = step
  const changedNow = changedFields(input, next)
  const found = [...changedNow].filter((field) => owners.has(field) && rewrite.rule !== 'chain')
  const issues = found.map((field) => conflict(field, owners.get(field) as string, rewrite.hook))
  for (const field of changedFields(original, next))
    if (changedNow.has(field)) owners.set(field, rewrite.hook)
  return issues
}

function conflict(field: string, earlier: string, later: string): Issue {
  return warning(
    'rewrite.conflict',
    { hook: later },
    `Hooks ${earlier} and ${later} both rewrote "${field}"; the later one in configuration order stands.`,
    'Let one hook own the field, or merge the two.',
  )
}

function changedFields(before: Input, after: Input): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return new Set([...keys].filter((key) => !sameValue(own(before, key), own(after, key))))
}

function own(input: Input, key: string): unknown {
  return Object.hasOwn(input, key) ? input[key] : undefined
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  const text = written(a)
  return text !== undefined && text === written(b)
}

/** Undefined for what JSON has no words for; such values count as different. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
