import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'

/** One line of `git diff --raw`: how a file of the work tree differs from the index. */
export type Change = {
  readonly path: string
  /** A: intent to add, D: deleted, M: content or mode, T: type, U: unmerged. */
  readonly status: string
  readonly indexMode: string
  readonly indexBlob: string
}

const SUBMODULE = '160000'

/** Unlike `diff-files`, `git diff` looks into files whose times alone have changed. */
export async function readChanges(git: Git): Promise<readonly Change[] | Issue> {
  const output = await git.read([
    'diff',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-relative',
    '--ignore-submodules',
  ])
  return isIssue(output) ? output : parseChanges(splitNames(output))
}

function parseChanges(fields: readonly string[]): readonly Change[] {
  const changes: Change[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [indexMode = '', , indexBlob = '', , status = ''] = (fields[at] as string).slice(1).split(' ')
    changes.push({ path: fields[at + 1] as string, status: status.slice(0, 1), indexMode, indexBlob })
  }
  return changes.filter((change) => change.indexMode !== SUBMODULE)
}

/** Whether a name is a folder's or lies below it; the top folder is ''. */
export function isBelow(name: string, folder: string): boolean {
  return folder === '' || name === folder || name.startsWith(`${folder}/`)
}
