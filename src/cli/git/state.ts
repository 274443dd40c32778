import { findPlaces, refuseStateInside, stateDir } from '../../config/places.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { openState, type State } from '../../ports/state.ts'

/** Where runs are recorded. */
export function stateFor(env: Env, root: string): State {
  const dir = stateDir(env)
  return openState(dir, refuseStateInside(dir, findPlaces(env, systemFiles, root)))
}
