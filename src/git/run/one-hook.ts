import { Buffer } from 'node:buffer'
import { isIssue, type Issue } from '../../core/issue.ts'
import { makeBatches } from './batches.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { callProcess } from './call.ts'
import { nameBudget, type LengthLimits } from './length.ts'
import type { GitHook } from '../contracts/model.ts'
import type { CallContext, CallResult, Runnable } from '../contracts/runnable.ts'

export type HookCall = {
  readonly hook: GitHook
  readonly runnable: Runnable
  /** Those that match. */
  readonly names: readonly string[]
  readonly context: CallContext
  readonly limits: LengthLimits
  /** Calls of one hook at once. */
  readonly concurrency: number
  readonly scratchDir: string
}

/** One hook on its files, in as many calls as it takes. */
export async function runHook(call: HookCall): Promise<CallResult | Issue> {
  const { runnable, hook, context } = call
  const names = hook.passFilenames === false ? [] : call.names
  const ran =
    runnable.kind === 'in-process' ? await runnable.run(names, context) : await runBatches(call, names)
  // What a stopped call said, or could not say, is nobody's verdict.
  return context.signal.aborted ? cancelled(hook.id) : isIssue(ran) ? placed(ran, hook) : ran
}

async function runBatches(call: HookCall, names: readonly string[]): Promise<CallResult | Issue> {
  const { hook, runnable, limits, context, scratchDir } = call
  if (runnable.kind !== 'process') throw new TypeError('not a process')
  const { argv, env } = runnable
  const concurrency = hook.requireSerial ? 1 : call.concurrency
  const budget = nameBudget([...argv.words, ...hook.args], { limits, env })
  if (isIssue(budget)) return budget
  const most = typeof hook.passFilenames === 'number' ? hook.passFilenames : undefined
  const batches = makeBatches(names, { concurrency, budget, ...(most !== undefined && { most }) })
  if (isIssue(batches)) return batches
  const { cwd, signal } = context
  return join(
    await inLanes(batches, concurrency, (batch) =>
      signal.aborted
        ? Promise.resolve(cancelled(hook.id))
        : callProcess({ argv, args: hook.args, names: batch, cwd, env, signal, scratchDir }),
    ),
  )
}

/** So many at once, in order; thousands of batches do not wait one by one. */
async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return results
}

/** Outputs in the order of the batches; exit codes are OR-ed, so that a failure stays one. */
function join(results: readonly (CallResult | Issue)[]): CallResult | Issue {
  const problem = results.find(isIssue)
  if (problem) return problem
  const calls = results as readonly CallResult[]
  return {
    // oxlint-disable-next-line no-bitwise -- the contract: a batch's failure stays visible in the whole
    code: calls.reduce((code, each) => code | each.code, 0),
    output: shortened(Buffer.concat(calls.map(({ output }) => Buffer.from(output)))),
  }
}

/** More than anybody reads, and less than a string can hold. */
const MOST_BYTES = 32 * 1_048_576

function shortened(output: Buffer): Buffer {
  const left = output.length - MOST_BYTES
  if (left <= 0) return output
  const note = Buffer.from(`\n… ${left} bytes left out …\n`)
  return Buffer.concat([output.subarray(0, MOST_BYTES / 2), note, output.subarray(-MOST_BYTES / 2)])
}

function placed(problem: Issue, hook: GitHook): Issue {
  return { ...problem, place: { ...hook.place, ...problem.place, hook: hook.id } }
}
