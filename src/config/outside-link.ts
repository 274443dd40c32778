import { issue, type Issue } from '../core/issue.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { leadsOutside } from '../ports/leads-outside.ts'
import { realPath } from './places.ts'
import type { BrokenFile, FoundFile } from './read-files.ts'

type Found = Omit<FoundFile, 'text'>

type Ground = {
  readonly places: Places
  readonly files: Files
  readonly dialects: ReadonlyMap<string, Dialect>
}

/**
 * Parts the files that may be read from links of a project that lead out of it. What is reviewed with a repository would
 * otherwise change with a file that does not belong to it.
 */
export function refuseLinks(
  found: readonly Found[],
  { places, files, dialects }: Ground,
): { readonly kept: readonly Found[]; readonly broken: readonly BrokenFile[] } {
  const isRefused = ({ dialect, scope, path }: Found): boolean =>
    dialects.get(dialect)?.refusesLinks === true &&
    (scope === 'project' || scope === 'local') &&
    leadsOutside(path, places.projectDir, files)
  const refused = found.filter(isRefused)
  if (refused.length === 0) return { kept: found, broken: [] }
  return {
    kept: found.filter((file) => !refused.includes(file)),
    broken: refused.map(({ dialect, scope, path }) => ({
      dialect,
      scope,
      issue: outsideLink(path, realPath(path, files)),
    })),
  }
}

function outsideLink(file: string, target: string): Issue {
  return issue(
    'config.outside-link',
    { file },
    `"${file}" is a link that leads outside the project, to "${target}"; it is not read.`,
    'Replace the link with a file inside the project, or name the other file with `--source PATH`.',
  )
}
