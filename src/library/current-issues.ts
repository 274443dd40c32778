import type { Workspace } from '../workspace/open.ts'
import { approvalIssues } from '../core/announce.ts'
import type { Issue } from '../core/issue.ts'
import type { Skip } from '../core/plan.ts'

/** What is wrong with the files as they were last read, and which hooks are off, on again, or wait for an approval now. */
export function currentIssues(workspace: Workspace): readonly Issue[] {
  const { core, refuse, review, run } = workspace
  const hooks = [...core.hooks(), ...Object.values(workspace.commands()).flat()]
  const skipped = hooks.flatMap((hook): Skip | readonly never[] => {
    const refusal = refuse(hook, run.probe(hook.event))
    return refusal === undefined ? [] : { hook, because: refusal.because, why: refusal.why }
  })
  const remarks = workspace.switches.remarks(core.hooks())
  return [...workspace.issues(), ...remarks, ...approvalIssues(skipped, review)]
}
