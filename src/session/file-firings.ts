import type { FileChange } from '../ports/watch.ts'

type Kind = FileChange['kind']

/** One firing per path at a time; what happens meanwhile makes one more. */
export type FileFirings = {
  add(change: FileChange): void
  /** Nothing is fired any more. */
  stop(): void
  /** Settles when those under way have ended. */
  settled(): Promise<void>
}

/** `fire` never rejects. */
export function createFileFirings(fire: (change: FileChange) => Promise<void>): FileFirings {
  const firing = new Map<string, { readonly done: Promise<void>; next?: Kind | undefined }>()
  let isStopped = false

  async function fireAll(path: string, kind: Kind): Promise<void> {
    await fire({ path, kind })
    const current = firing.get(path)
    const next = current?.next
    if (current === undefined || next === undefined || isStopped) return void firing.delete(path)
    current.next = undefined
    return fireAll(path, next)
  }

  return {
    add({ path, kind }) {
      const current = firing.get(path)
      if (current !== undefined) current.next = following(current.next, kind)
      else if (!isStopped) firing.set(path, { done: fireAll(path, kind) })
    },
    stop() {
      isStopped = true
    },
    async settled() {
      await Promise.all([...firing.values()].map(({ done }) => done))
    },
  }
}

/** What two changes are together, to one who has seen neither; undefined when they cancel out. */
function following(earlier: Kind | undefined, later: Kind): Kind | undefined {
  if (earlier === undefined || earlier === later) return later
  if (earlier === 'unlink') return 'change'
  if (later === 'unlink') return earlier === 'add' ? undefined : 'unlink'
  return earlier
}
