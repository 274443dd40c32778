import { isIssue, type Issue } from '../core/issue.ts'
import type { Request } from '../install/plan.ts'
import { readRegistered } from '../install/registered.ts'
import type { Workspace } from '../workspace/open.ts'
import { isTarget, loadTargets, placesFor } from './install-request.ts'

/** What is registered for the user, and in this project, as requests for what should be registered now. */
export async function registeredPlans({
  state,
  places,
  loaded,
}: Pick<Workspace, 'state' | 'places' | 'loaded'>): Promise<readonly Request[] | Issue> {
  const known = readRegistered(state)
  if (isIssue(known)) return known
  const here = known.filter(({ scope, project }) => scope === 'user' || project === places.projectDir)
  const targets = (await loadTargets(here.map(({ host }) => host))).filter(isTarget)
  return here.flatMap(({ host, scope, isAll, onError }) => {
    const target = targets.find(({ dialect }) => dialect.name === host)
    if (target === undefined) return []
    return [
      {
        ...target,
        scope,
        places: placesFor(scope, places),
        state,
        hooks: loaded.hooks,
        isAll,
        ...(onError && { onError }),
      },
    ]
  })
}
