import type { Slots } from '../../engine/slots.ts'

/** Does the work in a slot; undefined when the signal came first. */
export async function withSlot<T>(
  slots: Slots,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const release = await slots.acquire({ signal })
  if (release === undefined) return undefined
  try {
    return await work()
  } finally {
    release()
  }
}
