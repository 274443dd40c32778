import type { Issue } from '../../core/issue.ts'
import { prepareHooks } from '../../git/install/prepare.ts'
import { wantedHooks } from '../../git/run/wanted.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { runRequest } from './request.ts'
import { FAILED, failed, inSession, openWorkspace, type Session } from './session.ts'

/** `hookwright git prepare-hooks`. */
export async function prepare(invocation: Invocation): Promise<number> {
  return inSession(invocation, async (session) => {
    const { code, ...done } = await prepareIn(invocation, session)
    if (session.options.isJson && done.count !== undefined) invocation.io.out(jsonText(done))
    return code
  })
}

type Prepared = {
  readonly code: number
  /** Hooks whose environments are ready; absent when it did not come to that. */
  readonly count?: number
  readonly issues?: readonly Issue[]
}

/** Builds what the hooks of a config need, so that the first commit does not wait for it. */
export async function prepareIn({ args, env }: Invocation, session: Session): Promise<Prepared> {
  const workspace = await openWorkspace(runRequest(args, env), session)
  if (workspace === undefined) return { code: FAILED }
  const { git, opened } = workspace
  const { projects, warnings } = wantedHooks(opened.projects, opened.wish)
  warnings.forEach(session.tell)
  const chosen = projects.map(({ hooks }, index) => ({ dir: opened.projects[index]?.dir ?? '', hooks }))
  const { count, issues } = await prepareHooks(chosen, {
    git,
    ground: session.ground,
    progress: session.progress,
  })
  if (issues.length > 0) return { code: failed(session, issues), count, issues }
  session.say(count === 0 ? 'No hook needs an environment' : `Environments of ${counted(count)} are ready`)
  return { code: 0, count, issues }
}

function counted(count: number): string {
  return count === 1 ? '1 hook' : `${count} hooks`
}
