import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pidNamespace } from './pid-namespace.ts'

/** How long a contender that may still be at work is waited for, by the age of its file. */
export type Patience = {
  /** Of a process that is there, or may be: one that was stopped, or a thread that was ended. */
  readonly present: number
  /** Of a process of another machine, container or time before a restart, which cannot be looked at. */
  readonly elsewhere: number
}

/** One process or thread that wants a lock, as the name of its file tells. No name is used twice. */
export type Contender = {
  readonly path: string
  readonly pid: number
  /** Its place in the queue. Undefined while it looks for one. */
  readonly ticket: number | undefined
  readonly start: string
  readonly tag: string
}

/** The beginning of the names of this contender's files. */
export function ownStem(stem: string): string {
  return [stem, process.pid, startOf(process.pid) ?? UNKNOWN, machineTag(), random()].join('.')
}

/** Throws when the folder cannot be read: nobody knows then who else is there. */
export function contenders(stem: string): readonly Contender[] {
  const folder = dirname(stem)
  const prefix = `${basename(stem)}.`
  return readdirSync(folder).flatMap((name) => {
    const [, pid, start, tag, place] = name.startsWith(prefix)
      ? (NAME.exec(name.slice(prefix.length)) ?? [])
      : []
    if (pid === undefined || start === undefined || tag === undefined) return []
    const ticket = place === CHOOSING ? undefined : Number(place)
    return { path: join(folder, name), pid: Number(pid), ticket, start, tag }
  })
}

/** The place of a contender that looks for one. */
export const CHOOSING = 'choosing'

const NAME = /^(\d+)\.(\w+)\.([0-9a-f]{8})\.[0-9a-f]+\.(choosing|\d+)$/
const UNKNOWN = '0'
const ENDED = 'ended'

/** False when it is gone, and its file with it; to remove that is safe at any time, because no name is used twice. */
export function isWaitedFor(contender: Contender, patience: Patience): boolean {
  return isAtWork(contender, patience) || !isRemoved(contender.path)
}

function isAtWork({ path, pid, start, tag }: Contender, patience: Patience): boolean {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (touched === undefined) return false
  // A time in the future comes from another clock and says as little as one long past.
  const age = Math.abs(Date.now() - touched)
  if (tag !== machineTag()) return age < patience.elsewhere
  // The number of a process that ended is given to a new one sooner or later; the time of its start is not.
  const isSame = exists(pid) && (startOf(pid) ?? start) === start
  return isSame && age < patience.present
}

function isRemoved(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** Linux only. A process that nobody has reaped yet has ended all the same. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name comes in brackets and may itself contain brackets and spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : fields[19]
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The name of a machine can change. */
let known: { readonly host: string; readonly tag: string } | undefined

/** Eight hex digits that only processes share which can look each other up by id. */
function machineTag(): string {
  const host = hostname()
  if (known?.host === host) return known.tag
  // Loaded on first use: most calls never write, and must not pay for it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const parts = [host, pidNamespace(), bootId()]
  const tag = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8)
  known = { host, tag }
  return tag
}

/** Linux only; empty elsewhere. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}

function random(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex')
}
