import { closeSync } from 'node:fs'
import { openLog } from '../../daemon/folder.ts'
import type { Env } from '../../ports/env.ts'
import type { State } from '../../ports/state.ts'
import { startAlone } from '../../process/resident.ts'
import { launchedProgram, residentVariables } from './places.ts'

/** Starts a daemon and does not wait for it. */
export function launchDaemon(env: Env, state: State): void {
  const log = openLog(state)
  if (log === undefined) return
  try {
    const args = [launchedProgram(state).script, 'daemon', 'serve']
    startAlone({ file: process.execPath, args, cwd: '/', env: residentVariables(env, state) }, log)
  } finally {
    closeSync(log)
  }
}
