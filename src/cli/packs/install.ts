import { contentFolder, differs } from '../../config/npm-packs.ts'
import type { LockedPack } from '../../config/pack-lock.ts'
import { readPackTree } from '../../config/pack-tree.ts'
import { systemFiles } from '../../ports/files.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { oneLine } from '../render/issue-line.ts'
import { watchInterruption } from '../signals.ts'
import { checkPack } from './check-pack.ts'
import { fail } from './fail.ts'
import { fetchPack } from './fetch-pack.ts'
import { openLock, type LockPlace } from './lock-place.ts'
import { unpack } from './unpack.ts'

/** What became of one pack of the lock. */
type Installed = {
  readonly use: string
  readonly state: 'there' | 'fetched' | 'failed'
  readonly why?: string
}

/** Fetches what the lock names and this machine does not have, and takes only what has the bytes of the lock. */
export async function installPacks(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const place = openLock(invocation)
  if (typeof place === 'string') return fail(invocation, place)
  const done: Installed[] = []
  for (const [key, locked] of Object.entries(place.packs))
    done.push(await install(key, locked, { invocation, place }))
  if (args.options.has('json')) io.out(jsonText({ installed: done }))
  else for (const each of done) io.out(`${oneLine(lineOf(each))}\n`)
  if (done.length === 0) io.err(`hookwright: ${place.file} names no packs.\n`)
  return done.some(({ state }) => state === 'failed') ? EXIT.problem : EXIT.ok
}

function lineOf({ use, state, why }: Installed): string {
  return why === undefined ? `${use}: ${state}` : `${use}: ${state}, ${why}`
}

type Around = { readonly invocation: Invocation; readonly place: LockPlace }

async function install(key: string, locked: LockedPack, { invocation, place }: Around): Promise<Installed> {
  const use = `npm:${key}`
  const folder = contentFolder(place.stateDir, locked.integrity)
  if (differs(readPackTree(folder, systemFiles), locked) === undefined) return { use, state: 'there' }
  const why = await fetchLocked(key, locked, { invocation, place })
  return why === undefined ? { use, state: 'fetched' } : { use, state: 'failed', why }
}

async function fetchLocked(
  key: string,
  locked: LockedPack,
  { invocation, place }: Around,
): Promise<string | undefined> {
  const at = key.lastIndexOf('@')
  const named = { name: key.slice(0, at), version: key.slice(at + 1) }
  const interruption = watchInterruption(invocation.signal, async () => {})
  try {
    const around = { env: invocation.env, cwd: place.places.startDir, signal: interruption.signal }
    const found = await fetchPack(named, around)
    if (typeof found === 'string') return found
    if (found.integrity !== locked.integrity)
      return `the registry has another content (${found.integrity}) than the lock (${locked.integrity})`
    const checked = checkPack(found, named)
    if (typeof checked === 'string') return checked
    const changed = differs(checked.locked.files, locked)
    if (changed !== undefined) return `the lock was changed: compared with it, the package ${changed}`
    unpack(checked, place.stateDir)
    return undefined
  } finally {
    interruption.stop()
  }
}
