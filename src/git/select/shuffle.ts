/*
 * prek hands names to hooks in an order that looks random and is the same in every run, so that slow files are
 * spread over the batches. Ours is equal, name for name: wyrand (as in Rust's `fastrand`) with prek's seed, and
 * Fisher-Yates from the front. Which places are swapped does not depend on the names, so it is worked out once.
 */

const SEED = 1_542_676_187
/** Past this the arithmetic would need more than 53 bits; such lists stay as they are. */
const MOST_NAMES = 2 ** 20
const WORD = 2 ** 32

const state = { high: 0, low: SEED }
/** For each place the earlier place it is swapped with. */
let partners = new Uint32Array(0)

export function shuffled(names: readonly string[]): readonly string[] {
  if (names.length > MOST_NAMES) return names
  if (names.length > partners.length) partners = morePartners(names.length)
  const order = [...names]
  for (let place = 1; place < order.length; place++) {
    const partner = partners[place] as number
    const name = order[place] as string
    order[place] = order[partner] as string
    order[partner] = name
  }
  return order
}

function morePartners(count: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(Math.min(MOST_NAMES, Math.max(count, 2 * partners.length)))
  more.set(partners)
  for (let place = Math.max(1, partners.length); place < more.length; place++)
    more[place] = nextBelow(place + 1)
  return more
}

/** The upper half of `random × bound`. The generator's rule against bias never comes into play for this seed. */
function nextBelow(bound: number): number {
  step()
  const { high, low } = scrambled()
  return Math.floor((high * bound + Math.floor((low * bound) / WORD)) / WORD)
}

/** Adds 0x2d358dccaa6c78a5. */
function step(): void {
  const low = state.low + 0xaa6c78a5
  state.high = (state.high + 0x2d358dcc + (low >= WORD ? 1 : 0)) >>> 0
  state.low = low >>> 0
}

/** The state times (the state xor 0x8bb84b93962eacc9), 128 bits, upper half xor lower half. */
function scrambled(): { readonly high: number; readonly low: number } {
  const { high: a1, low: a0 } = state
  const b1 = (a1 ^ 0x8bb84b93) >>> 0
  const b0 = (a0 ^ 0x962eacc9) >>> 0
  const word1 = upper(a0, b0) + lower(a0, b1) + lower(a1, b0)
  const word2 = upper(a0, b1) + upper(a1, b0) + lower(a1, b1) + Math.floor(word1 / WORD)
  const word3 = upper(a1, b1) + Math.floor(word2 / WORD)
  return { high: ((word1 % WORD) ^ word3) >>> 0, low: (lower(a0, b0) ^ (word2 % WORD)) >>> 0 }
}

function lower(a: number, b: number): number {
  return Math.imul(a, b) >>> 0
}

function upper(a: number, b: number): number {
  const [a1, a0, b1, b0] = [a >>> 16, a & 0xffff, b >>> 16, b & 0xffff]
  const middle = a1 * b0 + ((a0 * b0) >>> 16)
  const rest = a0 * b1 + (middle % 65_536)
  return a1 * b1 + Math.floor(middle / 65_536) + Math.floor(rest / 65_536)
}
