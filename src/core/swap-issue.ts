import type { Hook } from './hook.ts'
import { issue, type Issue } from './issue.ts'

const MOST_NAMES = 3

/** The issue about files of an approval that changed while their hook ran; without paths it was not started. */
export function swapped({ id }: Hook, paths: readonly string[]): Issue {
  const what =
    paths.length === 0
      ? 'It was not started: files of its approval keep changing.'
      : `${namesOf(paths)} changed while it ran, so other bytes than the approved ones may have run.`
  const isFolder = paths.length > 0 && paths.every((path) => path.endsWith('/'))
  return issue('trust.swapped', { hook: id }, what, isFolder ? FOLDER_HINT : HINT)
}

const HINT =
  'Find out what writes there. If the hook does, name the file inside its script instead of in the command, and let it write outside the folder of its scripts.'

/** The scripts are as they were; the folder may have been another one for a while. */
const FOLDER_HINT =
  'The folder and the one above it changed, as when a folder is renamed and put back. If the hook writes files in both, let it write outside the folder of its scripts.'

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMES).map((path) => `"${path}"`)
  const more = paths.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
