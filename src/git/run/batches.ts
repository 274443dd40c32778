import { issue, type Issue } from '../../core/issue.ts'
import { costOf } from './length.ts'

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
  const batches: string[][] = []
  let batch: string[] = []
  let left = budget
  for (const name of names) {
    const cost = costOf(name)
    if (cost > budget) return tooLong(name)
    if (batch.length === count || cost > left) {
      batches.push(batch)
      batch = []
      left = budget
    }
    batch.push(name)
    left -= cost
  }
  return [...batches, batch]
}

function tooLong(name: string): Issue {
  return issue(
    'launch.too-long',
    { file: name },
    `The name "${name}" does not fit into a command line of this system together with the hook's own arguments.`,
    'Shorten `args` or `env`, or set `pass_filenames: false`.',
  )
}
