import type { Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { warning } from '../core/issue.ts'

/** Lets a turn end that hooks have kept from ending too often in a row. */
export type StopCap = {
  /** A tool call in between begins the count anew. */
  hear(event: Event): void
  /** Returns the verdict at the end of a turn; beyond the cap, one that lets the turn end. */
  apply(event: Event, verdict: Verdict): Verdict
}

/** How often in a row a turn was kept from ending, by session and agent. */
export type StopCounts = {
  get(key: string): number | undefined
  set(key: string, count: number): void
  delete(key: string): void
}

export type StopCapOptions = {
  /** How more can be allowed, for the hint: "set NAME". Absent: it cannot. */
  readonly remedy?: string
  /** Default: counts of this process. */
  readonly counts?: StopCounts
  /** Turns that the host itself ends after so many blocks. Default: none. */
  readonly isLeftToHost?: (event: Event) => boolean
}

/** Sessions that never say their end must not fill memory. */
const MOST_SESSIONS = 1_000

export function createStopCap(most: number, options: StopCapOptions = {}): StopCap {
  const { remedy, counts = countsInMemory(), isLeftToHost = () => false } = options

  return {
    hear(event) {
      if (event.tool !== undefined) counts.delete(keyOf(event))
    },
    apply(event, verdict) {
      if (isLeftToHost(event)) return verdict
      const key = keyOf(event)
      const isFirst = event.fields['stop_hook_active'] === false
      const count = (isFirst ? 0 : (counts.get(key) ?? 0)) + 1
      const goesOn = verdict.decision === 'deny' || verdict.effects.some(({ kind }) => kind === 'keep-going')
      if (goesOn && count <= most) {
        counts.set(key, count)
        return verdict
      }
      counts.delete(key)
      return goesOn ? letGo(verdict, { most, remedy }) : verdict
    },
  }
}

function countsInMemory(): StopCounts {
  const counts = new Map<string, number>()
  return {
    get: (key) => counts.get(key),
    set(key, count) {
      if (counts.size >= MOST_SESSIONS && !counts.has(key)) counts.clear()
      counts.set(key, count)
    },
    delete: (key) => void counts.delete(key),
  }
}

function keyOf({ sessionId = '', agent }: Event): string {
  return `${sessionId}\0${agent?.id ?? ''}`
}

type Cap = { readonly most: number; readonly remedy: string | undefined }

function letGo(verdict: Verdict, { most, remedy }: Cap): Verdict {
  const { reason: _, ...rest } = verdict
  const problem = warning(
    'stop.cap',
    {},
    `Hooks kept the turn from ending ${most} times in a row; now it ends.`,
    `Let the hook look at \`stop_hook_active\`${remedy === undefined ? '' : `, or ${remedy}`}.`,
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
