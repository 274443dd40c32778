/*
 * prek hands names to hooks in an order that looks random and is the same in every run, so that slow files are
 * spread over the batches. Ours is equal, name for name: wyrand (as in Rust's `fastrand`) with prek's seed, and
 * Fisher-Yates from the front. Which places are swapped does not depend on the names, so it is worked out once.
 */

let state = 1_542_676_187n
/** For each place the earlier place it is swapped with. */
let partners = new Uint32Array(0)

/** Works out the places for a list of this length, for a moment in which there is nothing else to do. */
export function prepareShuffle(count: number): void {
  if (count > partners.length) partners = morePartners(count)
}

export function shuffled(names: readonly string[]): readonly string[] {
  prepareShuffle(names.length)
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
  const more = new Uint32Array(count)
  more.set(partners)
  for (let place = Math.max(1, partners.length); place < count; place++) more[place] = nextBelow(place + 1)
  return more
}

/** Without the generator's rule against bias: no list of under a million names comes near it. */
function nextBelow(bound: number): number {
  state = BigInt.asUintN(64, state + 0x2d358dccaa6c78a5n)
  const product = state * (state ^ 0x8bb84b93962eacc9n)
  const random = BigInt.asUintN(64, product ^ (product >> 64n))
  return Number((random * BigInt(bound)) >> 64n)
}
