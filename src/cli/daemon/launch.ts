import { closeSync, mkdirSync, openSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOG } from '../../daemon/endpoint.ts'
import type { Env } from '../../ports/env.ts'
import type { State } from '../../ports/state.ts'
import { startAlone } from '../../process/resident.ts'
import { launchedProgram, residentVariables } from './places.ts'

const MOST_LOG = 1_048_576

/** Starts a daemon and does not wait for it. */
export function launchDaemon(env: Env, state: State): void {
  const log = openLog(state)
  try {
    const args = [launchedProgram(state).script, 'daemon', 'serve']
    startAlone({ file: process.execPath, args, cwd: '/', env: residentVariables(env, state) }, log)
  } finally {
    closeSync(log)
  }
}

/** Begins anew when it has become long. */
function openLog({ dir }: State): number {
  const file = join(dir, LOG)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG) truncateSync(file)
  return openSync(file, 'a', 0o600)
}
