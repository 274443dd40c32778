import { createShares } from './shares.ts'

/** A counting semaphore. Sessions that wait take turns, however many of their steps wait. */
export type Slots = {
  /** Resolves with the function that gives the slot back; with undefined when the wait ended without a slot. */
  acquire(wait: Wait): Promise<(() => void) | undefined>
}

export type Wait = {
  /** Its abort ends the wait. */
  readonly signal: AbortSignal
  /** Whose step waits. Steps without a session count as one session. */
  readonly session?: string | undefined
  /** The longest wait in milliseconds, at most 2^31-1. Default: without end. */
  readonly patienceMs?: number | undefined
}

/** The slots of one engine's processes. Steps of different kinds never wait for each other. */
export type ProcessSlots = {
  /** For hooks that may forbid an action. */
  readonly gates: Slots
  /** For hooks that may keep a turn going: they often run tests, for minutes. */
  readonly turnEnds: Slots
  readonly observing: Slots
  /** For events whose hooks share a budget: a wait would use it up. */
  readonly budgeted: Slots
}

/**
 * A third of the processes for gates, for turn ends and for observers. Half as many come on top for events with a
 * budget, which bounds their time. An eighth of each share is for sessions that hold few slots of it.
 */
export function createProcessSlots(maxProcesses: number): ProcessSlots {
  const turnEnds = Math.floor(maxProcesses / 3)
  const observing = Math.floor((maxProcesses - turnEnds) / 2)
  return {
    gates: sharedSlots(maxProcesses - turnEnds - observing),
    turnEnds: sharedSlots(turnEnds),
    observing: sharedSlots(observing),
    budgeted: sharedSlots(Math.ceil(maxProcesses / 2)),
  }
}

function sharedSlots(count: number): Slots {
  return createSlots(count, Math.floor(count / 8))
}

type Give = (release: () => void) => void

/** `kept` slots are only for sessions that hold fewer than that. */
export function createSlots(count: number, kept = 0): Slots {
  const shares = createShares(count, kept)
  /** By session; the one whose turn is next comes first. */
  const waiting = new Map<string, Set<Give>>()

  function take(session: string): (() => void) | undefined {
    const putBack = shares.take(session)
    if (typeof putBack !== 'function') return undefined
    return () => {
      putBack()
      serveNext()
    }
  }

  function serveNext(): void {
    for (const [session, queue] of waiting) {
      const [give] = queue
      const release = give === undefined ? undefined : take(session)
      if (give === undefined || release === undefined) continue
      leave(session, give)
      // Its next step waits until every other session had a turn.
      if (waiting.delete(session)) waiting.set(session, queue)
      return give(release)
    }
  }

  function leave(session: string, give: Give): void {
    const queue = waiting.get(session)
    queue?.delete(give)
    if (queue?.size === 0) waiting.delete(session)
  }

  function enqueue(session: string, give: Give): () => void {
    const queue = waiting.get(session) ?? new Set()
    waiting.set(session, queue.add(give))
    return () => leave(session, give)
  }

  return {
    acquire(wait) {
      const { signal, session = '' } = wait
      if (signal.aborted) return Promise.resolve(undefined)
      const release = take(session)
      return release ? Promise.resolve(release) : waitFor(wait, (give) => enqueue(session, give))
    },
  }
}

/** Settles with the slot, the abort or the end of patience, and leaves neither listener nor timer behind. */
function waitFor(
  { signal, patienceMs }: Wait,
  enqueue: (give: Give) => () => void,
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      dequeue()
      end(undefined)
    }
    const end = (release: (() => void) | undefined): void => {
      signal.removeEventListener('abort', giveUp)
      clearTimeout(timer)
      resolve(release)
    }
    const dequeue = enqueue(end)
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
    signal.addEventListener('abort', giveUp)
  })
}
