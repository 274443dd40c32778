import { jsonText } from '../json.ts'
import { isIssue } from '../../core/issue.ts'
import { planHost, type HostPlan } from '../../install/plan.ts'
import { openWorkspace } from '../../workspace/open.ts'
import { EXIT, type Invocation } from '../command.ts'
import { carryOut } from './install.ts'
import { registeredPlans } from '../registered-plans.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** `hookwright sync`: brings what is registered in line with the hooks. */
export async function sync(invocation: Invocation): Promise<number> {
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const requests = await registeredPlans(workspace)
  if (isIssue(requests)) {
    invocation.io.err(`hookwright: ${requests.message} ${requests.hint ?? ''}\n`)
    return EXIT.problem
  }
  const plans: readonly HostPlan[] = requests.map(planHost)
  if (plans.length > 0)
    return carryOut(plans, { invocation, workspace, unable: [], command: 'hookwright sync' })
  const { args, io } = invocation
  if (args.options.has('json')) io.out(jsonText({ ok: true, hosts: [], issues: [] }))
  else io.out('No bridge is registered. To register one, run: hookwright install\n')
  return EXIT.ok
}
