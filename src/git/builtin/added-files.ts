import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { CallContext } from '../contracts/runnable.ts'

/** The files the index adds, relative to the project. */
export async function addedFiles({ git, cwd, signal }: CallContext): Promise<readonly string[] | Issue> {
  const args = ['diff', '--staged', '--name-only', '--diff-filter=A', '--no-ext-diff', '--relative', '-z']
  const output = await git.read(args, { cwd, signal })
  return isIssue(output) ? output : splitNames(output)
}
