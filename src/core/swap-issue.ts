import type { Hook } from './hook.ts'
import { issue, type Issue } from './issue.ts'

const MOST_NAMES = 3

/** The issue about files of an approval that changed while their hook ran; without paths it was not started. */
export function swapped({ id }: Hook, paths: readonly string[]): Issue {
  const what =
    paths.length === 0
      ? 'It was not started: files of its approval keep changing.'
      : `${namesOf(paths)} changed while it ran, so other bytes than the approved ones may have run.`
  return issue('trust.swapped', { hook: id }, what, HINT)
}

const HINT =
  'Find out what writes there. If the hook does, name the file inside its script instead of in the command, and let it write outside the folder of its scripts.'

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMES).map((path) => `"${path}"`)
  const more = paths.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
