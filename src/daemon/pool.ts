import type { Duplex } from 'node:stream'
import type { Resident } from '../process/resident.ts'
import { createFrameReader, FRAME, frame } from './frames.ts'

/** A call that waits for a worker, and what becomes of it. */
export type Job = {
  readonly call: Buffer
  /** How long it waits for a worker. Default: that of the pool. */
  readonly waitMs?: number
  /** Bytes for the launcher. */
  reply(bytes: Buffer): void
  /** The call is over. False: its worker ended before it had answered. */
  end(isAnswered: boolean): void
  /** No worker took it in time. */
  refuse(): void
}

/** What the caller of a running job may still say. */
export type RunningJob = {
  signal(name: NodeJS.Signals): void
  /** The launcher is gone. */
  leave(): void
}

export type PoolLimits = {
  readonly mostWorkers: number
  readonly mostWaiting: number
  /** How long a call waits for a worker before its caller evaluates it. */
  readonly waitMs: number
  /** When all workers are busy for so long, another is started. */
  readonly busyMs: number
  /** A worker beyond the first that was idle for so long is ended. */
  readonly idleMs: number
  /** How long a worker may take to end a call that its launcher has left. */
  readonly leaveMs: number
  /** So many workers in a row that end before they take a call: the program cannot start. */
  readonly mostFailures: number
}

export const POOL_LIMITS: PoolLimits = {
  mostWorkers: 16,
  mostWaiting: 256,
  waitMs: 5_000,
  busyMs: 100,
  idleMs: 30_000,
  leaveMs: 5_000,
  mostFailures: 5,
}

export type Pool = {
  /** Undefined: there are too many calls already. */
  add(job: Job): RunningJob | undefined
  /** Calls that wait or run. */
  readonly load: number
  readonly workers: readonly (number | undefined)[]
  /** Settles when workers cannot start. */
  readonly failed: Promise<void>
  /** Starts no worker from now on, and ends each when it is idle. Settles when the last is gone. */
  drain(): Promise<void>
}

type Worker = {
  readonly process: Resident
  state: 'starting' | 'idle' | 'busy' | 'ending'
  job: Waiting | undefined
  /** Since when it is in its state, in milliseconds. */
  since: number
}

type Waiting = {
  readonly job: Job
  worker?: Worker
  timer?: NodeJS.Timeout
  isOver: boolean
  /** Names of signals that came before a worker. */
  readonly signals: NodeJS.Signals[]
}

/** Gives each call to a worker process of its own; a worker takes one call at a time. */
export function createPool(startWorker: () => Resident, limits: PoolLimits = POOL_LIMITS): Pool {
  const workers = new Set<Worker>()
  const waiting: Waiting[] = []
  let isDraining = false
  let failures = 0
  let fail = (): void => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  let drained = (): void => {}

  function start(): void {
    const worker: Worker = { process: startWorker(), state: 'starting', job: undefined, since: now() }
    workers.add(worker)
    listen(worker)
    void worker.process.ended.then(() => gone(worker))
  }

  function listen(worker: Worker): void {
    const channel: Duplex = worker.process.channel
    channel.on('error', () => {})
    channel.on(
      'data',
      createFrameReader((kind, body) => {
        if (kind === FRAME.reply) worker.job?.job.reply(body)
        else if (kind === FRAME.ready) ready(worker)
        else if (kind === FRAME.done) finished(worker, body)
      }),
    )
  }

  function ready(worker: Worker): void {
    failures = 0
    idle(worker)
  }

  function finished(worker: Worker, body: Buffer): void {
    const { isSpent } = JSON.parse(body.toString()) as { readonly isSpent: boolean }
    if (worker.job) over(worker.job, true)
    worker.job = undefined
    if (isSpent) {
      change(worker, 'ending')
      keepOne()
    } else idle(worker)
  }

  function idle(worker: Worker): void {
    change(worker, 'idle')
    if (isDraining) return end(worker)
    const next = waiting.shift()
    if (next !== undefined) give(next, worker)
  }

  function give(next: Waiting, worker: Worker): void {
    clearTimeout(next.timer)
    next.worker = worker
    worker.job = next
    change(worker, 'busy')
    worker.process.channel.write(next.job.call)
    for (const name of next.signals) signal(next, name)
    armGrowth()
  }

  /** A worker that ended in a call takes only this call along. */
  function gone(worker: Worker): void {
    workers.delete(worker)
    if (worker.job) over(worker.job, false)
    if (worker.state === 'starting') failures += 1
    if (failures >= limits.mostFailures) fail()
    if (isDraining) {
      if (workers.size === 0) drained()
    } else keepOne()
  }

  function over(waited: Waiting, isAnswered: boolean): void {
    if (waited.isOver) return
    waited.isOver = true
    clearTimeout(waited.timer)
    waited.job.end(isAnswered)
  }

  function keepOne(): void {
    const usable = [...workers].filter(({ state }) => state !== 'ending')
    if (!isDraining && (usable.length === 0 || (waiting.length > 0 && usable.length < limits.mostWorkers)))
      startSoon()
  }

  /** A program that cannot start must not be started in a loop. */
  let lastStart = -Infinity
  let starting: NodeJS.Timeout | undefined
  function startSoon(): void {
    if (starting !== undefined) return
    const wait = Math.max(0, lastStart + limits.busyMs - now())
    starting = setTimeout(() => {
      starting = undefined
      lastStart = now()
      if (!isDraining) start()
    }, wait)
  }

  let growth: NodeJS.Timeout | undefined
  /** One that is always free is what keeps a call from waiting behind somebody's long hook. */
  function armGrowth(): void {
    growth ??= setTimeout(() => {
      growth = undefined
      if (isDraining) return
      const states = [...workers].map(({ state }) => state)
      if (states.some((state) => state === 'idle' || state === 'starting')) return
      const isStuck = [...workers].every(
        ({ state, since }) => state !== 'busy' || now() - since >= limits.busyMs,
      )
      if (isStuck && workers.size < limits.mostWorkers) startSoon()
      if (states.includes('busy')) armGrowth()
    }, limits.busyMs)
  }

  function end(worker: Worker): void {
    change(worker, 'ending')
    worker.process.channel.end()
    setTimeout(() => worker.process.kill('SIGKILL'), limits.leaveMs).unref()
  }

  const shrink = setInterval(() => {
    const unused = [...workers].filter(
      ({ state, since }) => state === 'idle' && now() - since > limits.idleMs,
    )
    const idleOnes = [...workers].filter(({ state }) => state === 'idle')
    for (const worker of unused.slice(0, Math.max(0, idleOnes.length - 1))) end(worker)
  }, limits.idleMs / 2)
  shrink.unref()

  function add(job: Job): RunningJob | undefined {
    if (isDraining || waiting.length >= limits.mostWaiting) return undefined
    const waited: Waiting = { job, isOver: false, signals: [] }
    const free = [...workers].find(({ state }) => state === 'idle')
    if (free !== undefined) give(waited, free)
    else {
      waiting.push(waited)
      waited.timer = setTimeout(() => giveUp(waited), job.waitMs ?? limits.waitMs)
      keepOne()
      armGrowth()
    }
    return { signal: (name) => signal(waited, name), leave: () => leave(waited) }
  }

  function giveUp(waited: Waiting): void {
    const at = waiting.indexOf(waited)
    if (at < 0) return
    waiting.splice(at, 1)
    waited.isOver = true
    waited.job.refuse()
  }

  function signal({ worker, isOver, signals }: Waiting, name: NodeJS.Signals): void {
    if (isOver) return
    if (worker === undefined) signals.push(name)
    else worker.process.channel.write(frame(FRAME.signal, Buffer.from(name)))
  }

  function leave(waited: Waiting): void {
    if (waited.isOver) return
    giveUp(waited)
    const { worker } = waited
    if (worker === undefined) return
    signal(waited, 'SIGHUP')
    setTimeout(() => {
      if (worker.job === waited) worker.process.kill('SIGKILL')
    }, limits.leaveMs).unref()
  }

  start()
  return {
    add,
    failed,
    get load() {
      return waiting.length + [...workers].filter(({ state }) => state === 'busy').length
    },
    get workers() {
      return [...workers].map(({ process }) => process.pid)
    },
    drain() {
      isDraining = true
      clearInterval(shrink)
      clearTimeout(starting)
      waiting.splice(0).forEach((waited) => {
        clearTimeout(waited.timer)
        waited.job.refuse()
      })
      for (const worker of workers) if (worker.state !== 'busy') end(worker)
      return workers.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            drained = resolve
          })
    },
  }

  function change(worker: Worker, state: Worker['state']): void {
    worker.state = state
    worker.since = now()
  }
}

function now(): number {
  return performance.now()
}
