import { Buffer } from 'node:buffer'
import * as path from 'node:path'
import { discover } from '../../config/discover.ts'
import { findPlaces, refuseStateInside, stateDir } from '../../config/places.ts'
import { LOCK_NAME, lockText, parseLock, type PackLock } from '../../config/pack-lock.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Places } from '../../dialects/dialect.ts'
import { hookwright } from '../../dialects/hookwright/index.ts'
import { systemFiles } from '../../ports/files.ts'
import { readTarget, writeSafely, type WriteTarget } from '../../ports/safe-write.ts'
import { openState } from '../../ports/state.ts'
import { lastValue } from '../args.ts'
import type { Invocation } from '../command.ts'

/** The lock of the config here, and the state folder that holds the content of packages. */
export type LockPlace = {
  readonly places: Places
  /** Absolute path of the lock. */
  readonly file: string
  readonly packs: PackLock
  readonly stateDir: string
  write(packs: PackLock): Issue | undefined
}

const MAX_BYTES = 4 * 1_048_576

/** Opens the lock beside the project's config, or with `--user` beside the user's. A text says why it cannot be used. */
export function openLock({ args, env }: Invocation): LockPlace | string {
  const places = findPlaces(env, systemFiles, lastValue(args, 'cwd'))
  const dir = stateDir(env)
  const state = openState(dir, refuseStateInside(dir, places))
  if (state.problem !== undefined) return state.problem.message
  const scope = args.options.has('user') ? 'user' : 'project'
  const config = discover(hookwright.files(places), systemFiles).found.find((each) => each.scope === scope)
  const folder = scope === 'user' ? places.configHome : places.startDir
  const file = path.join(config === undefined ? folder : path.dirname(config.path), LOCK_NAME)
  const target = readTarget(file, MAX_BYTES)
  if (isIssue(target)) return target.message
  const packs = target.before === undefined ? {} : parseLock(Buffer.from(target.before).toString('utf8'))
  if (typeof packs === 'string') return `"${file}" ${packs}.`
  return { places, file, packs, stateDir: dir, write: (next) => writeLock(next, target) }
}

function writeLock(packs: PackLock, target: WriteTarget): Issue | undefined {
  const written = writeSafely(target, Buffer.from(lockText(packs)))
  return isIssue(written) ? written : undefined
}
