import type { Facts } from './facts.ts'

/** One fact in which two runs differ, as texts for a reader. */
export type Difference = { readonly fact: keyof Facts; readonly native: string; readonly bridge: string }

/** Texts up to this length are shown whole. */
const SHORT = 400

/** The facts in which a native run and one through the bridge differ. */
export function differences(native: Facts, bridge: Facts): readonly Difference[] {
  return (Object.keys(native) as (keyof Facts)[])
    .filter((fact) => JSON.stringify(native[fact]) !== JSON.stringify(bridge[fact]))
    .map((fact) => ({ fact, ...shown(listed(native[fact]), listed(bridge[fact])) }))
}

function listed(value: Facts[keyof Facts]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)]
}

/** The entries that the other list lacks; the whole lists when they have the same entries in another order or number. */
function shown(native: readonly string[], bridge: readonly string[]): Omit<Difference, 'fact'> {
  const own = [
    native.filter((text) => !bridge.includes(text)),
    bridge.filter((text) => !native.includes(text)),
  ] as const
  const [left, right] = own.flat().length > 0 ? own : [native, bridge]
  const from =
    left.length === 1 && right.length === 1 ? commonStart(left[0] as string, right[0] as string) : 0
  return {
    native: left.map((text) => short(text, from)).join(' | '),
    bridge: right.map((text) => short(text, from)).join(' | '),
  }
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** A long text from a little before the place where it begins to differ. */
function short(text: string, from: number): string {
  if (text.length <= SHORT) return text
  const start = Math.max(0, from - 80)
  return `${start > 0 ? '…' : ''}${text.slice(start, start + SHORT)}…`
}
