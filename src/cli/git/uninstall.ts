import { relative } from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { openHookPlace } from '../../git/install/open.ts'
import { uninstallShims } from '../../git/install/uninstall.ts'
import { HOOK_TYPES } from '../../git/model.ts'
import type { Invocation } from '../command.ts'
import { placeRequest } from './place-request.ts'
import { uninstalledLines } from './install-lines.ts'
import { workingDir } from './request.ts'
import { failed, inSession } from './session.ts'

/** `hookwright git uninstall`. */
export async function uninstall(invocation: Invocation): Promise<number> {
  const { args, env, io } = invocation
  return inSession(invocation, async (session) => {
    const place = await openHookPlace(placeRequest(invocation, 'uninstall'), session.ground)
    if (isIssue(place)) return failed(session, [place])
    place.issues.forEach(session.tell)
    const isAll = args.options.has('all')
    const ends = uninstallShims({ dir: place.dir, types: isAll ? HOOK_TYPES : place.types })
    const cwd = workingDir(args, env)
    for (const end of ends) {
      if (isIssue(end)) continue
      // That one of ten hooks is not there is no news.
      if (isAll && end.kind === 'nothing') continue
      const { out, err } = uninstalledLines(end, { show: (path) => relative(cwd, path) })
      out.forEach(session.say)
      if (session.options.quiet < 2) err.forEach((line) => io.err(`${line}\n`))
    }
    const problems = ends.filter(isIssue)
    return problems.length > 0 ? failed(session, problems) : 0
  })
}
