import { findPlaces, refuseStateInside, stateDir } from '../config/places.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import type { Dialects } from '../dialects/registry.ts'
import { systemClock, type Clock } from '../ports/clock.ts'
import { systemEnv, type Env } from '../ports/env.ts'
import { systemFiles, type Files } from '../ports/files.ts'
import { openState, type State } from '../ports/state.ts'
import type { WorkspaceOptions } from './options.ts'

/** Where a call happens. */
export type CallContext = {
  readonly env: Env
  readonly clock: Clock
  readonly files: Files
  readonly places: Places
  readonly state: State
  readonly dialects: Dialects
}

export function callContext(dialects: Dialects, options: WorkspaceOptions): CallContext {
  const env = options.env ?? systemEnv()
  const files = systemFiles
  const host = options.host === undefined ? undefined : dialects.get(options.host)
  const places = findPlaces(env, files, options.cwd ?? startVariable(host, env))
  const state = openState(stateDir(env), refuseStateInside(stateDir(env), places))
  return { env, clock: options.clock ?? systemClock, files, places, state, dialects }
}

/** A host's own word about where the session began beats the directory it happens to be in. */
function startVariable(host: Dialect | undefined, env: Env): string | undefined {
  const value = host?.projectVariable === undefined ? undefined : env.variables[host.projectVariable]
  return value === '' ? undefined : value
}
