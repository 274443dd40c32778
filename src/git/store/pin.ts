import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { isFullHash, type Pin, type Remote } from './remote.ts'

/** Refuses a `rev` that stands for another commit than the approved one. `commit` undefined: for none. */
export function refuseMoved(remote: Remote, commit: string | undefined): Issue | undefined {
  const { pin, rev, url } = remote
  if (pin === undefined || commit === pin.commit) return undefined
  const now = commit === undefined ? 'does not name a commit now' : `is commit ${commit} now`
  const hint = isFullHash(rev)
    ? 'Write the hash of a commit as `rev`, not that of a tag.'
    : 'Look at what changed between them, then approve it with `hookwright git trust add`.'
  return changed(remote, pin, { what: `rev "${rev}" of ${shownUrl(url)}`, now, hint })
}

/**
 * Refuses a clone in the store that was switched to another commit. It does not look for changed files: who can write
 * there is the user, who can write the approvals too.
 */
export function refuseSwitched(remote: Remote, folder: string): Issue | undefined {
  const { pin, rev, url } = remote
  const head = pin && headOf(folder)
  if (pin === undefined || head === pin.commit) return undefined
  return changed(remote, pin, {
    what: `the clone of ${shownUrl(url)} at rev "${rev}"`,
    now: head === undefined ? 'has no commit that can be read now' : `is at ${head} now`,
    hint: `Delete "${folder}" to clone it again, or approve what \`rev\` stands for with \`hookwright git trust add\`.`,
  })
}

/** Clones are detached, so the file holds the commit itself; it costs no process. */
function headOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, '.git/HEAD'), 'utf8').trim()
  } catch {
    return undefined
  }
}

type Change = { readonly what: string; readonly now: string; readonly hint: string }

function changed({ place = {} }: Remote, { commit, hooks }: Pin, { what, now, hint }: Change): Issue {
  const named = hooks.map((id) => `\`${id}\``).join(', ')
  const subject =
    hooks.length === 1
      ? `Hook ${named} changed since it was approved`
      : `Hooks ${named} changed since they were approved`
  return issue(
    'git.commit-changed',
    place,
    `${subject}: ${what} was commit ${commit} then, and ${now}.`,
    hint,
  )
}
