import { isIssue } from '../../core/issue.ts'
import type { RunGround } from '../../git/run/request.ts'
import type { Env } from '../../ports/env.ts'
import { gitTrust } from './policy.ts'

/** Lets only what was approved pass, where a policy asks for that; without one, to call us is consent. */
export function pinnedGate(env: Env, cwd: string): NonNullable<RunGround['gate']> {
  return async (configs) => {
    const wanted = gitTrust(env, cwd)
    if (isIssue(wanted)) return wanted
    if (wanted === 'consent') return undefined
    const { approvedCommits } = await import('./pinned.ts')
    return approvedCommits(configs, { env, cwd })
  }
}
