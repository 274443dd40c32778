import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { Git, GitOutput } from '../contracts/git.ts'
import { at, exists } from './disk.ts'
import { joinNames } from './index-versions.ts'
import { writeIndex } from './steady-git.ts'

/** Takes intent-to-add entries out of the index; the files stay where they are, as untracked ones. */
export async function hideIntentToAdd(git: Git, names: readonly string[]): Promise<Issue | undefined> {
  if (names.length === 0) return undefined
  const args = ['update-index', '--force-remove', '-z', '--stdin']
  return problemOf(await writeIndex(git, { args, input: joinNames(names) }), names)
}

/** Names that are gone from disk, or that a hook has staged meanwhile, are left as they are. */
export async function showIntentToAdd(git: Git, names: readonly string[]): Promise<Issue | undefined> {
  if (names.length === 0) return undefined
  const listing = await git.read(['ls-files', '-z'])
  if (isIssue(listing)) return listing
  const indexed = new Set(splitNames(listing))
  const missing = names.filter((name) => !indexed.has(name) && exists(at(git.root, name)))
  if (missing.length === 0) return undefined
  // Forced: whoever added an ignored file once meant it.
  const args = ['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul']
  return problemOf(await writeIndex(git, { args, input: joinNames(missing) }), missing)
}

function problemOf(output: GitOutput | Issue, names: readonly string[]): Issue | undefined {
  if (isIssue(output)) return output
  if (output.code === 0) return undefined
  const shown = names.map((name) => JSON.stringify(name)).join(', ')
  return {
    ...warning(
      'worktree.intent-to-add',
      {},
      `The index entries of files that are only intended to be added could not be changed: ${shown}.`,
      'Run `git add --intent-to-add` on them when the run is over.',
    ),
    detail: output.stderr.trim(),
  }
}
