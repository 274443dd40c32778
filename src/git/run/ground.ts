import { availableParallelism } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { systemClock } from '../../ports/clock.ts'
import type { Env } from '../../ports/env.ts'
import type { RunGround } from './request.ts'

/** What runs stand on in this process. */
export function systemGround(env: Env, signal: AbortSignal): RunGround {
  const storeDir = storeOf(env)
  return {
    env: env.variables,
    platform: env.platform,
    cpus: availableParallelism(),
    clock: systemClock,
    storeDir,
    scratchDir: join(storeDir, 'scratch'),
    signal,
  }
}

/** Clones and environments can be made again, so they are cache; unstaged changes stay inside the repository. */
export function storeOf({ variables, platform, home }: Env): string {
  const own = variables['HOOKWRIGHT_GIT_HOME']
  if (own !== undefined && isAbsolute(own)) return own
  const cache = variables['XDG_CACHE_HOME']
  if (cache !== undefined && isAbsolute(cache)) return join(cache, 'hookwright', 'git')
  const local = variables['LOCALAPPDATA']
  if (platform === 'win32' && local !== undefined) return join(local, 'hookwright', 'git')
  return join(home, '.cache', 'hookwright', 'git')
}
