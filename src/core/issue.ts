export type Severity = 'error' | 'warning' | 'notice'

/** Where a problem sits. `pointer` is the path of keys inside `file`. */
export type Place = {
  readonly file?: string
  readonly pointer?: readonly (string | number)[]
  readonly line?: number
  readonly column?: number
  /** Characters of the line the problem covers. */
  readonly length?: number
  readonly hook?: string
}

/** A problem as a value: a stable code, a place, one sentence, and the next step. */
export type Issue = {
  readonly code: string
  readonly severity: Severity
  readonly place: Place
  readonly message: string
  readonly hint?: string
  /** Captured text that belongs to the problem, shown on its own lines. */
  readonly detail?: string
  /** Of a payload that cannot be used: the event it tells all the same. No gate may open for such a payload. */
  readonly event?: string
}

export function issue(code: string, place: Place, message: string, hint?: string): Issue {
  return { code, severity: 'error', place, message, ...(hint !== undefined && { hint }) }
}

export function warning(code: string, place: Place, message: string, hint?: string): Issue {
  return { ...issue(code, place, message, hint), severity: 'warning' }
}

export function notice(code: string, place: Place, message: string, hint?: string): Issue {
  return { ...issue(code, place, message, hint), severity: 'notice' }
}

export function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'severity' in value && 'code' in value
}
