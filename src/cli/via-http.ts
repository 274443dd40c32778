import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { HttpPlace } from '../daemon/http-place.ts'
import { hostNames } from '../dialects/registry.ts'
import type { Workspace } from '../workspace/open.ts'
import { lastValue, UsageError, type ParsedArgs } from './args.ts'
import { isTarget, loadTargets, scopeOf, type Target } from './install-request.ts'

/** Throws a `UsageError` where a token would get into a file that others have too. */
export function wantsHttp(args: ParsedArgs): boolean {
  if (lastValue(args, 'via') !== 'http') return false
  if (scopeOf(args) === 'project')
    throw new UsageError(
      '--via http writes a token into the entries, and the files of a project are for everybody who works on it; leave out --project.',
    )
  return true
}

/** Where the daemon is to listen, or why it cannot. */
export async function httpPlace(workspace: Workspace): Promise<HttpPlace | Issue> {
  const { platform } = workspace.env
  if (platform !== 'linux')
    return issue('install.http-platform', {}, 'The daemon, which --via http needs, runs on Linux only.')
  const { choosePlace } = await import('./daemon/http-access.ts')
  return choosePlace(workspace)
}

/** Returns an issue for each host that calls no URL. */
export async function withHttp(targets: readonly (Target | Issue)[]): Promise<readonly (Target | Issue)[]> {
  if (targets.every((each) => isIssue(each) || each.spec.http !== undefined)) return targets
  const all = (await loadTargets(hostNames)).filter(isTarget)
  const able = all.filter(({ spec }) => spec.http !== undefined).map(({ dialect }) => dialect.name)
  return targets.map((each) => (isIssue(each) || each.spec.http !== undefined ? each : cannot(each, able)))
}

function cannot({ dialect }: Target, able: readonly string[]): Issue {
  return issue(
    'install.no-http',
    {},
    `${dialect.title} cannot call hookwright through HTTP; hosts that can: ${able.join(', ')}.`,
    `Run: hookwright install ${dialect.name}`,
  )
}
