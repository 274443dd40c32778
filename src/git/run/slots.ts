/** So many at once; the rest wait in the order they came. */
export type Slots = { use<T>(work: () => Promise<T>): Promise<T> }

export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return {
    async use(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
