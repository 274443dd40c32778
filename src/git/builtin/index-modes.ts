import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { CallContext } from '../contracts/runnable.ts'

/** The files of the index that have the given executable bit, relative to the project and in its order. */
export async function indexedFiles(
  { git, cwd, signal }: CallContext,
  wanted: { readonly executable: boolean },
): Promise<readonly string[] | Issue> {
  const output = await git.read(['ls-files', '--stage', '-z'], { cwd, signal })
  if (isIssue(output)) return output
  return splitNames(output).flatMap((entry) => {
    const [mode = '', ...name] = splitEntry(entry)
    return ((Number.parseInt(mode, 8) & 0o111) !== 0) === wanted.executable ? name : []
  })
}

/** `100644 HASH 0<tab>NAME` */
function splitEntry(entry: string): readonly string[] {
  const tab = entry.indexOf('\t')
  return tab < 0 ? [] : [entry.slice(0, 6), entry.slice(tab + 1)]
}
