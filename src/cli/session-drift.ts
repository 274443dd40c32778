import type { Run } from '../engine/run.ts'
import { eventSpec } from '../dialects/event-spec.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { driftIssues, findDrift } from '../install/drift.ts'
import { isIssue } from '../core/issue.ts'
import type { Workspace } from '../workspace/open.ts'
import { inspectHttp } from './inspect-http.ts'
import { lookUpIn } from './look-up.ts'
import { registeredPlans } from './registered-plans.ts'

/** At the start of a session: tells what of this host's registration no longer fits the hooks. */
export async function tellDrift(done: Run, workspace: Workspace, dialect: Dialect): Promise<Run> {
  const requests = await registeredPlans(workspace)
  if (isIssue(requests)) return done
  const own = requests.filter((each) => each.dialect.name === dialect.name)
  const unheard = own.some(({ http }) => http !== undefined)
    ? await inspectHttp(workspace.state, { isStarting: true })
    : undefined
  const problems = [
    ...driftIssues(findDrift(own, workspace.state, lookUpIn)),
    ...(unheard === undefined ? [] : [unheard]),
  ]
  if (problems.length === 0) return done
  const { verdict, plan } = done
  const canTell = eventSpec(dialect, plan.event)?.effects.includes('message') === true
  const text = problems.map(({ message, hint }) => `hookwright: ${message} ${hint ?? ''}`.trim()).join(' ')
  return {
    ...done,
    verdict: {
      ...verdict,
      issues: [...verdict.issues, ...problems],
      effects: canTell ? [...verdict.effects, { kind: 'message', text }] : verdict.effects,
    },
  }
}
