/** Counts what is under way, so that dispose() can wait for it. */
export type Idle = { enter(): void; leave(): void; active(): number; reached(): Promise<void> }

export function createIdle(): Idle {
  let active = 0
  let waiting: (() => void)[] = []
  return {
    enter: () => void (active += 1),
    leave() {
      active -= 1
      if (active > 0) return
      waiting.forEach((tell) => tell())
      waiting = []
    },
    active: () => active,
    reached: () => (active === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
