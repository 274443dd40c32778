import { isIssue, type Issue } from '../core/issue.ts'
import { readHttpPlace, type HttpPlace } from '../daemon/http-place.ts'
import type { Request } from '../install/plan.ts'
import { readRegistered } from '../install/registered.ts'
import type { Workspace } from '../workspace/open.ts'
import { isTarget, loadTargets, placesFor } from './install-request.ts'

/** What is registered for the user, and in this project, as requests for what should be registered now. */
export async function registeredPlans({
  state,
  places,
  loaded,
  env,
}: Pick<Workspace, 'state' | 'places' | 'loaded' | 'env'>): Promise<readonly Request[] | Issue> {
  const known = readRegistered(state)
  if (isIssue(known)) return known
  const here = known.filter(({ scope, project }) => scope === 'user' || project === places.projectDir)
  const targets = (await loadTargets(here.map(({ host }) => host))).filter(isTarget)
  const http = here.some(({ via }) => via === 'http') ? await knownPlace({ state, places, env }) : undefined
  if (isIssue(http)) return http
  return here.flatMap(({ host, scope, isAll, onError, via }) => {
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
        ...(via === 'http' && http && { http }),
      },
    ]
  })
}

/** When the file is gone, entries need another token. */
async function knownPlace(around: Pick<Workspace, 'state' | 'places' | 'env'>): Promise<HttpPlace | Issue> {
  const known = readHttpPlace(around.state)
  if (known !== undefined) return known
  const { choosePlace } = await import('./daemon/http-access.ts')
  return choosePlace(around)
}
