import type { Decision } from '../../core/decision.ts'
import type { HandlerSpec } from '../../core/hook.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { honoursOn, rowOf } from './events.ts'
import { readProfile, type Surface } from './surfaces.ts'

type Row = Partial<Record<FailureClass, Decision>>

/** A hook that could not say anything. */
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

export function failureOf(
  event: string,
  failure: FailureClass,
  handler: HandlerSpec['type'],
  note: string | undefined,
): Decision {
  const { surface } = readProfile(note)
  // What a server answered beyond our own limit may have been a no. Of a command, its output is looked at.
  if (failure === 'overflow' && handler !== 'command') return canDeny(event, surface) ? 'deny' : 'none'
  return FAILURES[surface][event]?.[failure] ?? 'none'
}

function canDeny(event: string, surface: Surface): boolean {
  const row = rowOf(event)
  return row !== undefined && (honoursOn(surface, row)?.decisions.includes('deny') ?? false)
}
