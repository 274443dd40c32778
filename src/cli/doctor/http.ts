import type { Workspace } from '../../workspace/open.ts'
import { inspectHttp } from '../inspect-http.ts'
import { problem, stopsGuard, type Finding } from './finding.ts'

/** Agents that call the daemon through HTTP go on without guards when it does not listen. */
export async function httpFindings({ state }: Workspace): Promise<readonly Finding[]> {
  const found = await inspectHttp(state)
  if (found === undefined) return []
  const mend = (found.hint ?? '').replace(/^(?:.*, )?[Rr]un: /, '')
  return [stopsGuard(problem('http', found.message, mend))]
}
