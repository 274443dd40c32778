import * as fs from 'node:fs'
import { diskPath } from '../contracts/paths.ts'
import { at, exists, fingerprint } from './disk.ts'
import { inSlices } from './slices.ts'

type Seen = { readonly facts: string; readonly print: string }

/** Larger files are judged by size and time: a filter is often there because they are huge. */
const MOST_BYTES = 1_048_576
/** A file may change twice within one tick of the file system's clock. */
const TICK_MS = 50

/** Tells the state of files from their bytes. Those whose facts are the same are not read again. */
export function createByteWatch(root: string): (names: readonly string[]) => Promise<string> {
  const seen = new Map<string, Seen>()
  return async (names) => {
    const prints: string[] = []
    await inSlices(names, (name) => {
      const now = look(at(root, name), seen.get(name))
      seen.set(name, now)
      prints.push(now.print)
    })
    return prints.join('\n')
  }
}

function look(path: string, before: Seen | undefined): Seen {
  const stats = exists(path)
    ? fs.lstatSync(diskPath(path), { bigint: true, throwIfNoEntry: false })
    : undefined
  if (!stats) return { facts: '', print: 'absent' }
  const { size, mtimeNs, ctimeNs, ctimeMs, ino, mode } = stats
  const facts = [size, mtimeNs, ctimeNs, ino, mode].join(' ')
  if (facts === before?.facts) return before
  const isYoung = Date.now() - Number(ctimeMs) < TICK_MS
  const print = size > MOST_BYTES ? [size, mtimeNs, mode & 0o100n].join(' ') : fingerprint(path)
  return { facts: isYoung ? '' : facts, print }
}
