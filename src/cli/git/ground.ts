import { systemGround } from '../../git/run/ground.ts'
import type { RunGround } from '../../git/run/request.ts'
import type { Env } from '../../ports/env.ts'
import { pinnedGate } from './pinned-gate.ts'

/** What git commands stand on. No command reaches a repository that a config in `cwd` names but through its gate. */
export function gatedGround(env: Env, cwd: string, signal: AbortSignal): RunGround {
  return { ...systemGround(env, signal), gate: pinnedGate(env, cwd) }
}
