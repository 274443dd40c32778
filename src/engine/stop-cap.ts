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

/** How often in a row a turn was kept from ending, by session and agent. `at`: when that was counted. */
export type StopCounts = {
  get(key: string): StopCount | undefined
  set(key: string, count: number): void
  delete(key: string): void
  /** True when nothing is counted. Absent: it would cost more to find out than to delete. */
  readonly isEmpty?: () => boolean
}

type StopCount = { readonly count: number; readonly at: number }

export type StopCapOptions = {
  /** How more can be allowed, for the hint: "set NAME". Absent: it cannot. */
  readonly remedy?: string
  /** Default: counts of this process. */
  readonly counts?: StopCounts
  /** When this call started, for counts that outlive it. Absent: nobody else counts the same ends of turns. */
  readonly startedAt?: number
  /** Turns that the host itself ends after so many blocks. Default: none. */
  readonly isLeftToHost?: (event: Event) => boolean
}

/** Sessions that never say their end must not fill memory. */
const MOST_SESSIONS = 1_000

export function createStopCap(most: number, options: StopCapOptions = {}): StopCap {
  const { remedy, counts = countsInMemory(), startedAt, isLeftToHost = () => false } = options

  /**
   * A host that has the bridge twice calls both at once. The end of the turn counts once, and both let go of it: a
   * count that another process wrote after this one started is about the same end.
   */
  function countOf(event: Event): number {
    const kept = counts.get(keyOf(event))
    if (kept !== undefined && startedAt !== undefined && kept.at > startedAt) return kept.count
    const isOver = event.fields['stop_hook_active'] === false || (kept?.count ?? 0) > most
    return (isOver ? 0 : (kept?.count ?? 0)) + 1
  }

  return {
    hear(event) {
      if (event.tool !== undefined && counts.isEmpty?.() !== true) counts.delete(keyOf(event))
    },
    apply(event, verdict) {
      if (isLeftToHost(event)) return verdict
      const key = keyOf(event)
      const goesOn = verdict.decision === 'deny' || verdict.effects.some(({ kind }) => kind === 'keep-going')
      if (!goesOn) {
        counts.delete(key)
        return verdict
      }
      const count = countOf(event)
      counts.set(key, count)
      return count <= most ? verdict : letGo(verdict, { most, remedy })
    },
  }
}

function countsInMemory(): StopCounts {
  const counts = new Map<string, StopCount>()
  return {
    get: (key) => counts.get(key),
    set(key, count) {
      if (counts.size >= MOST_SESSIONS && !counts.has(key)) counts.clear()
      counts.set(key, { count, at: 0 })
    },
    delete: (key) => void counts.delete(key),
    isEmpty: () => counts.size === 0,
  }
}

/** Sessions without an id are told apart by host and project at least. */
function keyOf({ sessionId, agent, host, projectDir }: Event): string {
  return `${sessionId ?? `${host}\0${projectDir}`}\0${agent?.id ?? ''}`
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
