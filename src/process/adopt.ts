import { fstatSync } from 'node:fs'
import type { Outcome } from '../core/outcome.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture } from './capture.ts'
import { settle, stop } from './endings.ts'
import { INHERITED } from './hand-over.ts'
import { identify, isStillRunning } from './identity.ts'
import type { HeldProcess, ProcessLimits } from './launch.ts'
import { removeQuietly } from './mark-records.ts'
import { keepOpenable } from './openable.ts'
import { readerOf } from './pipe.ts'
import { keepRecord } from './run-records.ts'

const FIRST_LOOK_MS = 10
const MAX_LOOK_MS = 200

/**
 * Goes on with a process that another one started and gave us: reads its output, ends it at its deadline, and sweeps up
 * after it. Its exit code is told to its parent only, which has ended, so nobody knows it. Never rejects.
 */
export async function adopt(
  held: HeldProcess,
  { limits, signal }: { readonly limits: ProcessLimits; readonly signal: AbortSignal },
): Promise<Outcome> {
  const startedAt = performance.now()
  const run = supervised(held, limits)
  const end = await endOf(held, startedAt + held.ms, signal)
  const leftovers = end === 'exited' ? await settle(run, { ...held, ...limits }) : await stop(run, limits)
  held.files?.forEach((path) => removeQuietly(path))
  const ms = performance.now() - startedAt
  switch (end) {
    case 'exited':
      return {
        kind: 'exited',
        code: 0,
        isCodeUnknown: true,
        ...run.output(),
        ms,
        ...(leftovers && { leftovers }),
      }
    case 'timed-out':
      return { kind: 'timed-out', afterMs: held.ms, declared: true, ...run.output(), ms }
    case 'cancelled':
      return { kind: 'cancelled', by: 'host', ms }
  }
}

function supervised({ pid, start, record: path, ...held }: HeldProcess, { outputBytes }: ProcessLimits) {
  const [out, err] = [readerOf(INHERITED.stdout), readerOf(INHERITED.stderr)]
  const stdout = capture(out, outputBytes, undefined, Buffer.from(held.stdout, 'base64'))
  const stderr = capture(err, outputBytes, undefined, Buffer.from(held.stderr, 'base64'))
  const record = path === undefined ? undefined : keepRecord(path)
  const closeInput = isFifo(INHERITED.anchor) ? keepOpenable(INHERITED.anchor) : () => {}
  let open = 2
  const closed = new Promise<void>((resolve) => {
    const onEnd = (): void => {
      if ((open -= 1) === 0) resolve()
    }
    for (const stream of [out, err]) stream.once('end', onEnd)
  })
  return {
    group: { pid, isLeaderReaped: () => identify(pid)?.start !== start },
    closed,
    isClosed: () => open === 0,
    output: () => ({ stdout: stdout.read(), stderr: stderr.read() }),
    release(how: 'close' | 'leave') {
      record?.remove()
      closeInput()
      for (const each of [stdout, stderr]) each.end(how)
    },
  }
}

/** Polls, because the system reports the end of a process only to its parent. */
async function endOf(
  { pid, start }: HeldProcess,
  deadline: number,
  signal: AbortSignal,
): Promise<'exited' | 'timed-out' | 'cancelled'> {
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_LOOK_MS)) {
    if (signal.aborted) return 'cancelled'
    if (!isThere(pid, start)) return 'exited'
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return 'timed-out'
    // An abort ends the pause; the next round sees it.
    await sleep(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => {})
  }
}

function isThere(pid: number, start: string | undefined): boolean {
  if (start !== undefined) return isStillRunning(pid, start)
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isFifo(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO()
  } catch {
    return false
  }
}
