import { issue, type Issue } from '../../core/issue.ts'
import { costOf, highestCostOf } from './length.ts'

export type BatchBounds = {
  /** Calls of the hook that may run at once. */
  readonly concurrency: number
  /** Most names in one call, when the hook says so. */
  readonly most?: number
  /** Bytes for names in one call. */
  readonly budget: number
}

/** Fewer names are not worth a process of their own. */
const WORTH_A_PROCESS = 4

/** Names in calls that fit the system's limits; without names, one call. */
export function makeBatches(
  names: readonly string[],
  { concurrency, most, budget }: BatchBounds,
): readonly (readonly string[])[] | Issue {
  if (names.length === 0) return [[]]
  const count = most ?? Math.max(WORTH_A_PROCESS, Math.ceil(names.length / concurrency))
  const batches: (readonly string[])[] = []
  let start = 0
  while (start < names.length) {
    const end = endOfBatch(names, start, { count, budget })
    if (typeof end !== 'number') return end
    batches.push(names.slice(start, end))
    start = end
  }
  return batches
}

type Bounds = { readonly count: number; readonly budget: number }

/** Bytes are counted only where the names might not fit: for 20,000 names that takes as long as starting a process. */
function endOfBatch(names: readonly string[], start: number, { count, budget }: Bounds): number | Issue {
  const end = Math.min(names.length, start + count)
  if (fitsSurely(names, { start, end, budget })) return end
  let left = budget
  for (let at = start; at < end; at++) {
    const name = names[at] as string
    const cost = costOf(name)
    if (cost > budget) return tooLong(name)
    if (cost > left) return at
    left -= cost
  }
  return end
}

function fitsSurely(
  names: readonly string[],
  { start, end, budget }: { readonly start: number; readonly end: number; readonly budget: number },
): boolean {
  let left = budget
  for (let at = start; at < end && left >= 0; at++) left -= highestCostOf(names[at] as string)
  return left >= 0
}

function tooLong(name: string): Issue {
  return issue(
    'launch.too-long',
    { file: name },
    `The name "${name}" does not fit into a command line of this system together with the hook's own arguments.`,
    'Shorten `args` or `env`, or set `pass_filenames: false`.',
  )
}
