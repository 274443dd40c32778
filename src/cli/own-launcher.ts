import { stateDir } from '../config/places.ts'
import { isIssue } from '../core/issue.ts'
import { isExecutable, launchedVersion, launcherPaths, versionName } from '../install/version-copy.ts'
import type { Env } from '../ports/env.ts'
import { ownProgram } from './install-request.ts'

/** Returns the launcher of `install`, where it starts this very program; undefined where it is missing or another. */
export function ownLauncher(env: Env): string | undefined {
  if (env.platform === 'win32') return undefined
  const state = { dir: stateDir(env) }
  const launched = launchedVersion(state)
  const { sh } = launcherPaths(state)
  if (launched === undefined || !isExecutable(sh)) return undefined
  const program = ownProgram()
  return !isIssue(program) && versionName(program) === launched ? sh : undefined
}
