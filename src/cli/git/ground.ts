import { findPlaces, refuseStateInside, stateDir } from '../../config/places.ts'
import { systemGround } from '../../git/run/ground.ts'
import type { RunGround } from '../../git/run/request.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { openState, type State } from '../../ports/state.ts'
import { pinnedGate } from './pinned-gate.ts'

/** What git commands stand on. No command reaches a repository that a config in `cwd` names but through its gate. */
export function gatedGround(env: Env, cwd: string, signal: AbortSignal): RunGround {
  return { ...systemGround(env, signal), gate: pinnedGate(env, cwd) }
}

/** Where runs are recorded. */
export function stateFor(env: Env, root: string): State {
  const dir = stateDir(env)
  return openState(dir, refuseStateInside(dir, findPlaces(env, systemFiles, root)))
}
