import { removeAllScratch } from '../../ports/scratch.ts'

const users = new Map<string, number>()

/** Says that a command needs the scratch folder until it calls what this returns; the last one of this thread clears it. */
export function useScratch(dir: string): () => void {
  users.set(dir, (users.get(dir) ?? 0) + 1)
  return () => {
    const left = (users.get(dir) ?? 1) - 1
    if (left > 0) {
      users.set(dir, left)
      return
    }
    users.delete(dir)
    removeAllScratch(dir)
  }
}
