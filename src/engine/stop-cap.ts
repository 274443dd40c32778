import type { Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { warning } from '../core/issue.ts'

/** Lets a turn end that hooks have kept from ending too often in a row. */
export type StopCap = {
  /** A tool call in between begins the count anew. */
  hear(event: Event): void
  /** What becomes of a verdict at the end of a turn. */
  apply(event: Event, verdict: Verdict): Verdict
}

/** Sessions that never say their end must not fill memory. */
const MOST_SESSIONS = 1_000

/** `variable`: the one that the host reads the number from, for the hint. Absent: it has none. */
export function createStopCap(most: number, variable?: string): StopCap {
  const counts = new Map<string, number>()

  function count(event: Event): number {
    const key = keyOf(event)
    const next = (counts.get(key) ?? 0) + 1
    if (counts.size >= MOST_SESSIONS && !counts.has(key)) counts.clear()
    counts.set(key, next)
    return next
  }

  return {
    hear(event) {
      if (event.tool !== undefined && counts.size > 0) counts.delete(keyOf(event))
    },
    apply(event, verdict) {
      const goesOn = verdict.decision === 'deny' || verdict.effects.some(({ kind }) => kind === 'keep-going')
      if (goesOn && count(event) <= most) return verdict
      counts.delete(keyOf(event))
      return goesOn ? letGo(verdict, { most, variable }) : verdict
    },
  }
}

function keyOf({ sessionId = '', agent }: Event): string {
  return `${sessionId}\0${agent?.id ?? ''}`
}

type Cap = { readonly most: number; readonly variable: string | undefined }

function letGo(verdict: Verdict, { most, variable }: Cap): Verdict {
  const { reason: _, ...rest } = verdict
  const problem = warning(
    'stop.cap',
    {},
    `Hooks kept the turn from ending ${most} times in a row; now it ends.`,
    `Let the hook look at \`stop_hook_active\`, or ${variable === undefined ? 'raise `stopCap`' : `set ${variable}`}.`,
  )
  return {
    ...rest,
    decision: 'none',
    effects: [
      ...verdict.effects.filter(({ kind }) => kind !== 'keep-going'),
      { kind: 'message', text: problem.message },
    ],
    issues: [...verdict.issues, problem],
  }
}
