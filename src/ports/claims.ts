import * as fs from 'node:fs'
import { join } from 'node:path'

/**
 * Work that several processes may begin at the same time and only one should do. The one that gets the claim does it
 * and leaves its result for the others. When something is in the way, more than one may do it; never none.
 */
export type Claims = {
  /** True when this process is the one that works now. False: another one does. */
  take(name: string): boolean
  /** Ends the claim, and leaves a result for the others if one is given. */
  settle(name: string, result?: string): void
  /** Undefined when there is no result that is at most `maxAgeMs` old. */
  result(name: string, maxAgeMs: number): string | undefined
}

/** A process that holds a claim for longer is stuck, or another process has its number now. */
const LONGEST_CLAIM_MS = 600_000
/** Between the making of the file and the writing of the number. */
const UNWRITTEN_MS = 2_000
/** No call looks at a result that is older. */
const KEPT_MS = 60_000

export function openClaims(dir: string): Claims {
  const claimOf = (name: string): string => join(dir, `${name}.claim`)
  const resultOf = (name: string): string => join(dir, `${name}.json`)

  return {
    take(name) {
      const file = claimOf(name)
      if (make(dir, file) !== 'taken') return true
      if (isHeld(file)) return false
      // The one that made the file has died.
      attempt(() => fs.rmSync(file, { force: true }))
      return make(dir, file) !== 'taken' || !isHeld(file)
    },
    settle(name, result) {
      // A result may be left without a claim before it.
      if (result !== undefined) attempt(() => makeFolder(dir) && replace(resultOf(name), result))
      attempt(() => fs.rmSync(claimOf(name), { force: true }))
      attempt(() => sweep(dir))
    },
    result(name, maxAgeMs) {
      const file = resultOf(name)
      return attempt(() => (ageOf(file) <= maxAgeMs ? fs.readFileSync(file, 'utf8') : undefined))
    },
  }
}

/** What cannot be claimed is done without a claim. */
function make(dir: string, file: string): 'made' | 'taken' | 'impossible' {
  // A file in place of the folder is the same error as a claim that is there.
  if (attempt(() => makeFolder(dir)) === undefined) return 'impossible'
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return 'made'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'taken' : 'impossible'
  }
}

function makeFolder(dir: string): true {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  return true
}

function isHeld(file: string): boolean {
  const age = attempt(() => ageOf(file))
  if (age === undefined || age > LONGEST_CLAIM_MS) return false
  const pid = Number(attempt(() => fs.readFileSync(file, 'utf8')))
  return pid > 0 ? isAlive(pid) : age < UNWRITTEN_MS
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A time in the future comes from another clock, so that nothing is said by it. */
function ageOf(file: string): number {
  const age = Date.now() - fs.statSync(file).mtimeMs
  return age < -UNWRITTEN_MS ? Number.POSITIVE_INFINITY : age
}

function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, text, { mode: 0o600 })
  fs.renameSync(draft, file)
}

function sweep(dir: string): void {
  for (const name of fs.readdirSync(dir)) {
    const file = join(dir, name)
    const limit = name.endsWith('.claim') ? LONGEST_CLAIM_MS : KEPT_MS
    attempt(() => ageOf(file) > limit && fs.rmSync(file, { force: true }))
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
