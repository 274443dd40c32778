import { FRAMES } from './random-frames.ts'
import { LEADING } from './random-leading.ts'
import { ARGUMENTS, LOOSE, NAMES, SEPARATORS } from './random-tokens.ts'

/** Numbers from a seed, so that a failing run can be repeated (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Pick = <T>(from: readonly T[]) => T

/** One line: a few commands, in frames, and now and then with a few of its characters moved. */
export function randomLine(random: () => number): string {
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number]
  const line = script(random, pick, 0)
  return random() < 0.25 ? disturbed(line, random, pick) : line
}

function script(random: () => number, pick: Pick, depth: number): string {
  const parts = [part(random, pick, depth)]
  while (random() < 0.3 && parts.length < 4) parts.push(pick(SEPARATORS), part(random, pick, depth))
  return parts.join('')
}

function part(random: () => number, pick: Pick, depth: number): string {
  if (depth < 2 && random() < 0.45) return pick(FRAMES).replaceAll('@', () => script(random, pick, depth + 1))
  const words: string[] = [pick(NAMES)]
  while (random() < 0.55 && words.length < 4) words.push(pick(ARGUMENTS))
  return `${random() < 0.35 ? pick(LEADING) : ''}${words.join(random() < 0.9 ? ' ' : '')}`
}

/** Puts a token somewhere, takes a stretch away, or does both. */
function disturbed(line: string, random: () => number, pick: Pick): string {
  const at = Math.floor(random() * (line.length + 1))
  const until = random() < 0.5 ? at : Math.min(line.length, at + 1 + Math.floor(random() * 4))
  return line.slice(0, at) + (random() < 0.7 ? pick(LOOSE) : '') + line.slice(until)
}
