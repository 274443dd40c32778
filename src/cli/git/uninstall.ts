import { relative } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { openHookPlace } from '../../git/install/open.ts'
import { uninstallShims, type Uninstalled } from '../../git/install/uninstall.ts'
import { HOOK_TYPES } from '../../git/contracts/model.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { refuseBelowAgent } from '../person.ts'
import { placeRequest } from './place-request.ts'
import { uninstalledLines } from './install-lines.ts'
import { workingDir } from './request.ts'
import { failed, inSession, type Session } from './session.ts'

/** `hookwright git uninstall`. */
export async function uninstall(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  return inSession(invocation, async (session) => {
    const refusal = refuseBelowAgent(invocation, 'hookwright git uninstall')
    if (refusal !== undefined) return failed(session, [issue('person.needed', {}, refusal)])
    const place = await openHookPlace(placeRequest(invocation, 'uninstall'), session.ground)
    const isAll = args.options.has('all')
    const warnings = isIssue(place) ? [] : place.issues
    warnings.forEach(session.tell)
    const ends = isIssue(place)
      ? [place]
      : uninstallShims({ dir: place.dir, types: isAll ? HOOK_TYPES : place.types })
    const problems = ends.filter(isIssue)
    // That one of ten hooks is not there is no news.
    const isNews = (end: Uninstalled | Issue): end is Uninstalled =>
      !isIssue(end) && !(isAll && end.kind === 'nothing' && end.dropped === undefined)
    const done = ends.filter(isNews)
    if (session.options.isJson) io.out(jsonText({ hooks: done, issues: [...warnings, ...problems] }))
    else tellAll(done, { session, invocation })
    return problems.length > 0 ? failed(session, problems) : 0
  })
}

function tellAll(
  done: readonly Uninstalled[],
  { session, invocation }: { readonly session: Session; readonly invocation: Invocation },
): void {
  const cwd = workingDir(invocation.args, invocation.env)
  for (const end of done) {
    const { out, err } = uninstalledLines(end, { show: (path) => relative(cwd, path) })
    out.forEach(session.say)
    if (session.options.quiet < 2) err.forEach((line) => invocation.io.err(`${line}\n`))
  }
}
