import { isIssue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import { addedFiles } from './added-files.ts'
import type { BuiltinHook } from './builtin.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

export const checkCaseConflict: BuiltinHook = {
  id: 'check-case-conflict',
  name: 'check for case conflicts',
  description: 'Checks for files that would conflict in case-insensitive filesystems.',
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    const { git, cwd, signal } = context
    const listing = await git.read(['ls-files', '-z'], { cwd, signal })
    const added = await addedFiles(context)
    if (isIssue(listing)) return listing
    if (isIssue(added)) return added
    const conflicts = conflictsOf(splitNames(listing), [...options.rest, ...names, ...added])
    const output = conflicts.map((path) => `Case-insensitivity conflict found: ${shownName(path)}\n`).join('')
    return { code: output === '' ? 0 : 1, output }
  },
}

/** Files and folders that differ only in case from another one, where one of them is relevant. */
export function conflictsOf(tracked: readonly string[], relevant: readonly string[]): readonly string[] {
  const ours = withFolders(relevant)
  const byLower = new Map<string, string[]>()
  for (const path of new Set([...withFolders(tracked), ...ours])) {
    const lower = path.toLowerCase()
    const known = byLower.get(lower)
    if (known) known.push(path)
    else byLower.set(lower, [path])
  }
  return [...byLower.values()]
    .filter((paths) => paths.length > 1 && paths.some((path) => ours.has(path)))
    .flat()
    .toSorted(byBytes)
}

function withFolders(names: readonly string[]): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const name of names) {
    let path = name
    // A folder that is known has its parents there too.
    while (path !== '' && !paths.has(path)) {
      paths.add(path)
      path = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    }
  }
  return paths
}

/** A folder comes before what is in it, whatever follows its name. */
function byBytes(a: string, b: string): number {
  const [left, right] = [a.replaceAll('/', '\0'), b.replaceAll('/', '\0')]
  return left < right ? -1 : left > right ? 1 : 0
}
