import type { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { createScratchFolder } from '../../ports/scratch.ts'
import { decodePath, diskPath } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { filteredFiles } from './filtered.ts'
import { joinNames } from './index-versions.ts'

type Variables = Readonly<Record<string, string>>

/** Variables for a git that does not know these files: a copy of the index, in `file`, has lost them. */
export async function hideFiles(
  git: Git,
  { names, file }: { readonly names: readonly string[]; readonly file: string },
): Promise<Variables | Issue> {
  if (names.length === 0) return {}
  const index = await git.read(['rev-parse', '--git-path', 'index'])
  if (isIssue(index)) return index
  copyIndex(resolve(git.root, decodePath(index).replace(/\n$/, '')), file)
  const env = { GIT_INDEX_FILE: file }
  const args = ['-c', 'core.splitIndex=false', 'update-index', '--force-remove', '-z', '--stdin']
  const said = await git.read(args, { input: joinNames(names), env })
  return isIssue(said) ? said : env
}

/** Reads something while all files are hidden whose filter is switched off: their text may be a secret. */
export async function readUnfiltered(
  git: Git,
  { args, scratchDir }: { readonly args: readonly string[]; readonly scratchDir: string },
): Promise<Buffer | Issue> {
  const names = await filteredFiles(git, git.root)
  if (isIssue(names)) return names
  if (names.size === 0) return git.read(args)
  fs.mkdirSync(scratchDir, { recursive: true, mode: 0o700 })
  const folder = createScratchFolder(scratchDir, 'shown')
  try {
    const env = await hideFiles(git, { names: [...names], file: join(folder, 'index') })
    return isIssue(env) ? env : await git.read(args, { env })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** With a time that is not later: files younger than their index are read, and not believed by their times. */
function copyIndex(index: string, file: string): void {
  const { atime, mtimeMs } = fs.statSync(diskPath(index))
  fs.copyFileSync(diskPath(index), file)
  fs.utimesSync(file, atime, (Math.floor(mtimeMs) - 1) / 1000)
}
