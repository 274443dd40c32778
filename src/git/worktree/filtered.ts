import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import type { Change } from './changes.ts'
import { joinNames } from './index-versions.ts'

export type SortedChanges = {
  readonly own: readonly Change[]
  /** Files that git cannot judge, because their filter is switched off. They are left as they are. */
  readonly alone: readonly string[]
}

/** What the index alone knows of a file, that it is new or unmerged, is true whatever its filter. */
export async function sortChanges(git: Git, changes: readonly Change[]): Promise<SortedChanges | Issue> {
  const doubtful = changes.filter(({ status }) => 'DMT'.includes(status)).map(({ path }) => path)
  const filtered = await withFilterOff(git, doubtful)
  if (isIssue(filtered)) return filtered
  if (filtered.size === 0) return { own: changes, alone: [] }
  const alone = doubtful.filter((path) => filtered.has(path))
  const isAlone = new Set(alone)
  return { own: changes.filter(({ path }) => !isAlone.has(path)), alone }
}

/** All files of the index below a folder whose filter is switched off. */
export async function filteredFiles(git: Git, folder: string): Promise<ReadonlySet<string> | Issue> {
  if (!hasFiltersOff(git)) return new Set()
  const listed = await git.read(['ls-files', '-z', '--full-name', '--', '.'], { cwd: folder })
  return isIssue(listed) ? listed : withFilterOff(git, [...new Set(splitNames(listed))])
}

function hasFiltersOff({ filtersOff = [] }: Git): boolean {
  return filtersOff.length > 0
}

/** Attributes as they are in the work tree and as they are staged: while hooks run either may be in force. */
async function withFilterOff(git: Git, names: readonly string[]): Promise<ReadonlySet<string> | Issue> {
  const found = new Set<string>()
  if (!hasFiltersOff(git) || names.length === 0) return found
  const input = joinNames(names)
  const outputs = await Promise.all(
    [[], ['--cached']].map((where) =>
      git.read(['check-attr', ...where, '-z', '--stdin', 'filter'], { input }),
    ),
  )
  for (const output of outputs) {
    if (isIssue(output)) return output
    for (const name of namesIn(splitNames(output), new Set(git.filtersOff))) found.add(name)
  }
  return found
}

/** Three fields a file: its name, `filter`, the driver. */
function namesIn(fields: readonly string[], drivers: ReadonlySet<string>): readonly string[] {
  return fields.filter((_, index) => index % 3 === 0 && drivers.has(fields[index + 2] ?? ''))
}
