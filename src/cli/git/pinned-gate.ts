import { isIssue, type Issue } from '../../core/issue.ts'
import type { GitConfig } from '../../git/config/config.ts'
import type { Env } from '../../ports/env.ts'
import { gitTrust } from './policy.ts'

/** Refuses what nobody approved, where a policy asks for that; without one, to call us is consent. */
export async function pinnedGate(
  env: Env,
  cwd: string,
): Promise<(configs: readonly GitConfig[]) => Issue | undefined> {
  const wanted = gitTrust(env, cwd)
  if (isIssue(wanted)) return () => wanted
  if (wanted === 'consent') return () => undefined
  const { refuseUnapproved } = await import('./pinned.ts')
  return (configs) => refuseUnapproved(configs, { env, cwd })
}
