import type { Answer } from './decision.ts'
import { describeHandler, sourceTag, type Hook } from './hook.ts'

/** How the steps of one run ended. */
export type Counts = {
  /** Hooks that answered without a deny, also those without an opinion. */
  readonly success: number
  /** Hooks that said no, also where a no has no effect. */
  readonly blocking: number
  /** Hooks that failed and blocked nothing. */
  readonly nonBlockingError: number
  /** Hooks that were cancelled or did not end in time, and blocked nothing. */
  readonly cancelled: number
}

/** One hook's no, with everything a person needs to find it. */
export type Block = {
  /** Id of the hook. */
  readonly hook: string
  /** What ran: the command, the URL, the prompt. */
  readonly command: string
  /** Where the hook came from: `settings`, `plugin:NAME`, `skill:NAME`, `agent:NAME`, or `program`. */
  readonly source: string
  /** Its reason; a sentence with its id when it gave none. */
  readonly reason: string
}

/** `pass`: a second look at the same step, which is no step of its own. */
type Answered = { readonly hook: Hook; readonly answer: Answer; readonly pass?: 2 }

export const noCounts: Counts = Object.freeze({ success: 0, blocking: 0, nonBlockingError: 0, cancelled: 0 })

export function countAnswers(answered: readonly Answered[]): Counts {
  const counts = { success: 0, blocking: 0, nonBlockingError: 0, cancelled: 0 }
  for (const { answer, pass } of answered) if (pass === undefined) counts[ending(answer)] += 1
  return counts
}

/** A no in any form blocks, also one that came as JSON. */
export function ending({ decision, failure, unheard }: Answer): keyof Counts {
  if (decision === 'deny' || unheard) return 'blocking'
  if (failure === undefined) return 'success'
  return failure === 'cancelled' || failure === 'timeout' ? 'cancelled' : 'nonBlockingError'
}

const NO_BLOCKS: readonly Block[] = Object.freeze([])

export function blocksOf(answered: readonly Answered[]): readonly Block[] {
  let blocks: Block[] | undefined
  for (const { hook, answer } of answered)
    if (answer.decision === 'deny') (blocks ??= []).push(blockOf(hook, answer))
  return blocks ?? NO_BLOCKS
}

function blockOf(hook: Hook, { reason }: Answer): Block {
  return {
    hook: hook.id,
    command: describeHandler(hook.handler),
    source: sourceTag(hook.source),
    reason: reason ?? `Denied by hook ${hook.id}`,
  }
}
