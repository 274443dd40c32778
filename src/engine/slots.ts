/** A counting semaphore for processes. Waiting ends when the signal aborts. */
export type Slots = { acquire(signal: AbortSignal): Promise<boolean>; release(): void }

export function createSlots(count: number): Slots {
  let free = count
  const waiting = new Set<() => void>()

  function acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (free > 0) {
      free -= 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const give = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = (): void => {
        waiting.delete(give)
        resolve(false)
      }
      waiting.add(give)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function release(): void {
    const [next] = waiting
    if (next === undefined) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }

  return { acquire, release }
}
