import { isIssue, type Issue } from '../core/issue.ts'
import { driftIssues, findDrift, launcherDrift, launcherIssue } from '../install/drift.ts'
import type { Workspace } from '../workspace/open.ts'
import { inspectHttp } from './inspect-http.ts'
import { lookUpIn } from './look-up.ts'
import { registeredPlans } from './registered-plans.ts'
import { version } from './version.ts'

/** Whether what `install` registered is still there. Events that are missing are told with the hooks that need them. */
export async function inspectRegistered(workspace: Workspace): Promise<readonly Issue[]> {
  const requests = await registeredPlans(workspace)
  if (isIssue(requests)) return [requests]
  const { state } = workspace
  const drifts = findDrift(requests, state, lookUpIn).map((drift) => ({ ...drift, missing: [] }))
  const unheard = await inspectHttp(state)
  return [
    ...driftIssues(drifts),
    ...launcherIssue(launcherDrift(state, version)),
    ...(unheard ? [unheard] : []),
  ]
}
