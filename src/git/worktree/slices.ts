import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 10

/** Many short synchronous steps, with a pause for everybody else every few milliseconds. */
export async function inSlices<T>(
  items: readonly T[],
  step: (item: T, index: number) => void,
): Promise<void> {
  let since = performance.now()
  for (const [index, item] of items.entries()) {
    step(item, index)
    if (index % 16 !== 15 || performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}
