import type { Buffer } from 'node:buffer'
import { isIssue, type Issue } from '../../core/issue.ts'
import { encodePath } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'

/** Writes files of an index below `folder`, with the line ends, modes and links a checkout would give them. */
export async function exportIndex(
  git: Git,
  {
    paths,
    folder,
    env,
  }: { paths: readonly string[]; folder: string; env?: Readonly<Record<string, string>> },
): Promise<Issue | undefined> {
  if (paths.length === 0) return undefined
  const output = await git.read(['checkout-index', '--force', '-z', '--stdin', `--prefix=${folder}/`], {
    input: joinNames(paths),
    ...(env && { env }),
  })
  return isIssue(output) ? output : undefined
}

/** Names as git reads them with `-z`. */
export function joinNames(names: readonly string[]): Buffer {
  return encodePath(names.map((name) => `${name}\0`).join(''))
}
