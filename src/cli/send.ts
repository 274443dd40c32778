import type { Effect, Reply, Verdict } from '../core/decision.ts'
import type { Delivery, Io } from './io.ts'

/** How long a host that takes nothing is waited for. Shorter than the timeout that hosts give to their hooks. */
const PATIENCE_MS = 5_000

export type Sending = {
  readonly io: Io
  /** Lines for people, after what the host reads. */
  readonly notes: string
  /** What takes the place of a reply whose stdout does not reach the host. */
  readonly spare: () => Reply
}

/** Writes a reply and returns the exit code. */
export function send(reply: Reply, sending: Sending): number {
  const { io, notes, spare } = sending
  if (io.deliver) {
    io.deliver(deliveryOf(reply, sending))
    return reply.exitCode
  }
  const problem = reply.stdout === '' ? undefined : io.out(reply.stdout, PATIENCE_MS)
  const { stderr, exitCode } = problem === undefined ? reply : spare()
  const told = problem === undefined ? '' : unwritten(problem, exitCode)
  const text = `${stderr}${notes}${told}`
  if (text !== '') io.err(text, PATIENCE_MS)
  return exitCode
}

/** The launcher writes it later and cannot tell why a write failed. EPIPE stands for the usual cause: a closed pipe. */
function deliveryOf({ stdout, stderr, exitCode }: Reply, { notes, spare }: Sending): Delivery {
  const other = stdout === '' ? { stderr, exitCode } : spare()
  const told = stdout === '' ? '' : unwritten('EPIPE', other.exitCode)
  return {
    stdout,
    stderr: `${stderr}${notes}`,
    exitCode,
    spare: { stderr: `${other.stderr}${notes}${told}`, exitCode: other.exitCode },
  }
}

/**
 * Returns the reason to refuse the action when the reply cannot be delivered; undefined when the host may go on. A deny,
 * an ask, a stop, a rewrite and text that keeps a turn going all count: without them more would happen than hooks allow.
 * A no cannot take back an output, but it tells whoever reads the original.
 * `keepsGoing`: a no keeps the turn going there, which is the opposite of a stop.
 */
export function heldBackBy({ decision, reason, effects }: Verdict, keepsGoing = false): string | undefined {
  if (keepsGoing && effects.some(({ kind }) => kind === 'stop')) return undefined
  if (decision === 'deny') return reason ?? 'Denied by a hook'
  if (decision === 'ask' || decision === 'defer')
    return `${reason ?? 'A hook asks first.'} (Nobody could be asked.)`
  for (const effect of effects) {
    if (effect.kind === 'stop') return effect.reason ?? 'Stopped by a hook'
    if (effect.kind === 'keep-going') return effect.text
    const rewritten = rewrittenBy(effect, keepsGoing)
    if (rewritten !== undefined)
      return `A hook changed the ${rewritten}, and the change could not be delivered.`
  }
  return undefined
}

/** What an effect replaces. At the end of a turn a no would not tell of an output, but make another one. */
function rewrittenBy(effect: Effect, keepsGoing: boolean): string | undefined {
  if (effect.kind === 'rewrite-input') return 'input'
  if (effect.kind === 'rewrite-output') return keepsGoing ? undefined : 'output'
  return effect.kind === 'patch' && effect.prompt !== undefined ? 'prompt' : undefined
}

function unwritten(why: string, exitCode: number): string {
  const instead = exitCode === 0 ? 'the host goes on without it' : `exit code ${exitCode} takes its place`
  return `hookwright: The reply could not be written to stdout (${why}); ${instead}.\n`
}
