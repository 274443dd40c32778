import type { Decision } from '../../core/decision.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { readProfile, type Surface } from './surfaces.ts'

type Row = Partial<Record<FailureClass, Decision>>

/** A hook that could not say anything. Output that was cut counts as none. */
const ERRORS: Row = { 'launch-failure': 'deny', crash: 'deny', signal: 'deny' }

/**
 * What becomes of a call when its hook fails: by surface, then event. What is not here goes on, a timeout among it
 * (1.0.67). The guide counts every other end of a hook than success as a no on three events.
 */
const FAILURES: Readonly<Record<Surface, Readonly<Record<string, Row>>>> = {
  cli: { PreToolUse: ERRORS, PermissionRequest: ERRORS },
  cloud: { PreToolUse: ERRORS },
  vscode: {},
  guide: { PreToolUse: ERRORS, UserPromptSubmit: ERRORS, Stop: ERRORS },
}

export function failureOf(event: string, failure: FailureClass, profile: string | undefined): Decision {
  return FAILURES[readProfile(profile).surface][event]?.[failure] ?? 'none'
}
