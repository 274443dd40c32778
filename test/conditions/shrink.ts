const MAX_TRIES = 150

/** Takes pieces away from a text as long as the property stays, within a bounded number of tries. */
export async function shrink(text: string, stays: (text: string) => Promise<boolean>): Promise<string> {
  let smallest = text
  let tries = 0
  for (let size = Math.ceil(text.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.length && tries < MAX_TRIES; tries++) {
      const shorter = smallest.slice(0, at) + smallest.slice(at + size)
      if (shorter !== '' && (await stays(shorter))) smallest = shorter
      else at += size
    }
  }
  return smallest
}
