import type { Workspace } from '../workspace/open.ts'
import { skippedLine } from '../core/announce.ts'
import type { Verdict } from '../core/decision.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import { detailLines, issueLine, oneLine } from './render/issue-line.ts'

type Telling = {
  readonly unlogged: Issue | undefined
  /** What the host is told on stderr anyway. */
  readonly said: string
  /** A person has room for what was captured; a host gets one line each. */
  readonly isWatched: boolean
}

/** Everything that went wrong; stdout belongs to the host. */
export async function diagnostics(
  done: Run,
  workspace: Workspace,
  { unlogged, said, isWatched }: Telling,
): Promise<string> {
  const loading = workspace.loaded.issues.filter((problem) => problem.severity === 'error')
  // A refused state folder stops the trust store and the log alike, and is told once.
  const issues = new Set([
    ...workspace.problems,
    ...workspace.switches.tellOnce(workspace.loaded.hooks),
    ...loading,
    // Where the host shows stderr, a failed hook is in the reply already.
    ...done.verdict.issues.filter(({ code, message }) => !said.includes(message) && !isApproval(code)),
    ...(unlogged ? [unlogged] : []),
  ])
  const told = await located([...issues, ...done.verdict.lost.map(lostIssue)], workspace)
  const lines = told.flatMap((problem) => [
    `hookwright: ${issueLine(problem)}`,
    ...(isWatched ? detailLines(problem) : []),
  ])
  const isTold = done.verdict.issues.some(({ code }) => code === 'trust.new')
  const skipped = isTold ? undefined : skippedLine(done.plan, workspace.review)
  if (skipped !== undefined) lines.push(`hookwright: ${oneLine(skipped)}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** One line for all hooks that wait for an approval says the same in less space. */
export function isApproval(code: string): boolean {
  return code === 'trust.untrusted' || code === 'trust.changed'
}

/** Reading the file once more is for the rare call that has something to tell. */
async function located(issues: readonly Issue[], { loaded, files }: Workspace): Promise<readonly Issue[]> {
  if (issues.every(({ place }) => place.hook === undefined)) return issues
  try {
    const { locateIssues } = await import('./locate-issues.ts')
    return locateIssues(issues, loaded.hooks, files)
  } catch {
    // Without descriptors the code cannot be loaded, and the issues themselves matter more than their lines.
    return issues
  }
}

function lostIssue({ what, why, hook }: Verdict['lost'][number]): Issue {
  const message = `${what} is lost, ${why}`
  return hook === undefined
    ? issue('verdict.lost', {}, `the verdict: ${message}`)
    : issue('verdict.lost', { hook }, message)
}
