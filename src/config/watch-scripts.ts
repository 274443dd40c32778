import type { Hook } from '../core/hook.ts'
import type { Files } from '../ports/files.ts'
import type { Stamps } from '../ports/stamps.ts'
import { carriedLook, nameIn, type CarriedLook } from './carried-look.ts'
import { isDataFile } from './data-files.ts'
import type { Digest } from './digest.ts'
import { appearedSince, changedSince, joinLooks, lookWhile, RECENT_MS, type Look } from './watch-covered.ts'

/** Follows the files of one approved hook, from before they were hashed to the end of its run. */
export type Watch = {
  /** Digest of what was approved. */
  readonly digest: string
  /**
   * Set when a file changed so shortly before it was hashed that a second change might not show. Call it before the
   * start; false when the files do not stay as they were approved.
   */
  readonly settle?: () => Promise<boolean>
  /** The files, relative to the project, that changed since they were hashed. A file that changed back counts too. */
  changed(): readonly string[]
  /** For another process that goes on with the hook. */
  carry(): CarriedLook
}

type Seeing = { readonly files: Files; readonly stamps: Stamps; readonly root: string }
type Passed = { readonly digest: Digest; readonly look: Look }

export type Looks = {
  /** Takes a digest, and remembers the state of every file that is read for it. */
  digest(take: (files: Files) => Digest): Digest
  /** The hook may run as it was when this digest was taken. */
  pass(hook: Hook, digest: Digest): void
  /** Further files that are read to let a hook run. */
  add<T>(hook: Hook, read: (files: Files) => T): T
  watch(hook: Hook, renew: Renew): Watch | undefined
}

/** How a hook is looked at once more. */
type Renew = { readonly again: () => Digest; readonly isAllowed: () => boolean }

export function createLooks(seeing: Seeing): Looks {
  const looks = new WeakMap<Digest, Look>()
  const passed = new WeakMap<Hook, Passed>()

  function digest(take: (files: Files) => Digest): Digest {
    const { found, look } = lookWhile(take, seeing)
    looks.set(found, look)
    return found
  }

  function pass(hook: Hook, allowed: Digest): void {
    const look = looks.get(allowed)
    if (look !== undefined) passed.set(hook, { digest: allowed, look })
  }

  function add<T>(hook: Hook, read: (files: Files) => T): T {
    const { found, look } = lookWhile(read, seeing)
    const before = passed.get(hook)
    if (before !== undefined) passed.set(hook, { ...before, look: joinLooks(before.look, look) })
    return found
  }

  function watch(hook: Hook, { again, isAllowed }: Renew): Watch | undefined {
    const allowed = passed.get(hook)
    if (allowed === undefined) return undefined
    let { look } = allowed

    /** Waits until a further change must show, and looks again. */
    async function settle(): Promise<boolean> {
      for (let tries = 0; look.isRecent && tries < MOST_TRIES; tries++) {
        await new Promise((resolve) => setTimeout(resolve, RECENT_MS))
        const now = again()
        if (now.digest !== allowed?.digest.digest) return false
        pass(hook, now)
        if (!isAllowed()) return false
        look = passed.get(hook)?.look ?? look
      }
      return !look.isRecent
    }

    function changed(): readonly string[] {
      const { files, folders } = appearedSince(look, seeing.stamps)
      const covered = [...changedSince(look, seeing), ...files.map((file) => ({ file, at: file }))]
      const names = covered.flatMap(({ file, at }) => (isDataFile(hook, file) ? [] : nameIn(seeing.root, at)))
      return [...new Set([...names, ...(folders.length === 0 ? [] : newIn(folders))])]
    }

    /** Files that the hook would now be approved with. Which entries of a folder count, only a digest tells. */
    function newIn(folders: readonly string[]): readonly string[] {
      const before = new Set(allowed?.digest.scripts.map((script) => script.path))
      const added = again().scripts.flatMap((script) => (before.has(script.path) ? [] : script.path))
      if (added.length > 0 || isAllowed()) return added
      return folders.map((folder) => nameIn(seeing.root, folder))
    }

    const { digest: approved } = allowed.digest
    return {
      digest: approved,
      changed,
      carry: () => carriedLook(look, seeing.root),
      ...(look.isRecent && { settle }),
    }
  }

  return { digest, pass, add, watch }
}

const MOST_TRIES = 3
