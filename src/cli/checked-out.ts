import * as path from 'node:path'
import { readText, type Files } from '../ports/files.ts'

/** Branches by name; undefined where git's files do not say. */
export type Branches = {
  readonly current: string | undefined
  /** The default branch of `origin`, as git noted it when it cloned. */
  readonly origin: string | undefined
}

/**
 * Reads which branches a work tree is about from git's own files; undefined outside a repository. git is not
 * started, so nothing that a repository configures can run.
 */
export function readBranches(projectDir: string, files: Files): Branches | undefined {
  const folders = gitFolders(projectDir, files)
  if (folders === undefined) return undefined
  return {
    current: readReference(path.join(folders.own, 'HEAD'), 'refs/heads/', files),
    origin: readReference(
      path.join(folders.common, 'refs/remotes/origin/HEAD'),
      'refs/remotes/origin/',
      files,
    ),
  }
}

type GitFolders = { readonly own: string; readonly common: string }

/** In a linked work tree `.git` is a file that names the work tree's private git folder; the rest is shared. */
function gitFolders(projectDir: string, files: Files): GitFolders | undefined {
  const dot = path.join(projectDir, '.git')
  const kind = files.kind(dot)
  if (kind === 'directory') return { own: dot, common: dot }
  const named = kind === 'file' ? /^gitdir: (.+)$/.exec(readLine(dot, files))?.[1] : undefined
  if (named === undefined) return undefined
  const own = path.resolve(projectDir, named)
  return { own, common: path.resolve(own, readLine(path.join(own, 'commondir'), files) || '.') }
}

/** Characters that git forbids in branch names, and invisible ones. */
const FORBIDDEN = /[\s~^:?*[\\\p{C}]/u

function readReference(file: string, prefix: string, files: Files): string | undefined {
  const [, target = ''] = /^ref: (\S+)$/.exec(readLine(file, files)) ?? []
  const name = target.startsWith(prefix) ? target.slice(prefix.length) : ''
  // With references in a table instead of files, git writes this name to keep older versions away.
  return name === '' || name === '.invalid' || FORBIDDEN.test(name) ? undefined : name
}

const LINE_BYTES = 4_096

/** Returns the only line of a file; an empty text when the file is empty or has more lines. */
function readLine(file: string, files: Files): string {
  const text = readText(files, file, LINE_BYTES)
  return typeof text === 'string' && /^[^\n]*\r?\n?$/.test(text) ? text.trim() : ''
}
