/** A small generator of numbers that is the same on every machine (mulberry32). */
export type Random = {
  chance(part: number): boolean
  below(count: number): number
  pick<T>(from: readonly T[]): T
  some<T>(from: readonly T[], most: number): readonly T[]
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number): number => Math.floor(next() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  return {
    chance: (part) => next() < part,
    below,
    pick,
    some: (from, most) => [...new Set(Array.from({ length: below(most + 1) }, () => pick(from)))],
  }
}
