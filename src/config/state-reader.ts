import type { Stamp, State } from '../ports/state.ts'

/** What `read` makes of a file of the state folder at each moment; it is read again only when it may have changed. */
export function createStateReader<T>(
  state: State,
  name: string,
  read: (text: string | undefined) => T,
): () => T {
  let known: { readonly stamp: Stamp | undefined; readonly value: T } | undefined
  return () => {
    const stamp = state.stamp(name)
    if (known !== undefined && isSame(known.stamp, stamp)) return known.value
    known = { stamp, value: read(state.read(name)) }
    return known.value
  }
}

/** The stamp was taken before the file was read, so a change in between is noticed by the next look. */
function isSame(before: Stamp | undefined, now: Stamp | undefined): boolean {
  if (before === undefined || now === undefined) return before === now
  return before.isSettled && before.mark === now.mark
}
