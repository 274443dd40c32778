/** How bad a problem is: an `error` was not applied, a `warning` was, a `notice` is only for information. */
export type Severity = 'error' | 'warning' | 'notice'

/** Where a problem sits. `pointer` is the path of keys inside `file`. */
export type Place = {
  /** Absolute path of the file, where the problem is in one. */
  readonly file?: string
  /** Keys and indexes that lead to the value inside the file, outermost first: `["hooks", "Stop", 0]`. */
  readonly pointer?: readonly (string | number)[]
  /** Line in the file, counted from 1. */
  readonly line?: number
  /** Column in the line, counted from 1. */
  readonly column?: number
  /** Characters of the line the problem covers. */
  readonly length?: number
  /** Id of the hook that the problem is about. */
  readonly hook?: string
}

/** A problem as a value: a stable code, a place, one sentence, and the next step. */
export type Issue = {
  /** Stable name of the kind of problem, such as `matcher.invalid`: test this, not `message`. */
  readonly code: string
  /** `error`: not applied. `warning`: applied, and probably not meant. `notice`: for information. */
  readonly severity: Severity
  /** Where the problem is; empty where no file and no hook is concerned. */
  readonly place: Place
  /** One sentence for a person: what is wrong, the bad value, the accepted ones. */
  readonly message: string
  /** One more sentence: what to do next. */
  readonly hint?: string
  /** Captured text that belongs to the problem, shown on its own lines. */
  readonly detail?: string
  /** Name of the event of a payload that cannot be used, as far as it is known. Such an event must not be allowed. */
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
