import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { diskPath, nameBelow } from '../contracts/paths.ts'
import { allFiles, type Names } from './candidates.ts'
import type { Git } from '../contracts/git.ts'
import { realPath } from './program.ts'

export type Choice = {
  /** What relative names are relative to. */
  readonly cwd: string
  /** May be untracked or ignored, and even outside of the work tree. */
  readonly files?: readonly string[]
  readonly directories?: readonly string[]
  /** Tests a name relative to `cwd`; only files below it are tested. */
  readonly globs?: readonly ((name: string) => boolean)[]
}

export type Chosen = { readonly names: Names; readonly issues: readonly Issue[] }

/** `--files`, `--directory` and `--glob` together; only the latter two ask git, and once. */
export async function chosenFiles(git: Git, choice: Choice): Promise<Chosen | Issue> {
  const { files = [], directories = [], globs = [] } = choice
  const cwd = realPath(choice.cwd)
  const isThere = (file: string): boolean => file !== '' && exists(resolve(cwd, file))
  const found = new Set(files.filter(isThere))
  const tracked = directories.length + globs.length > 0 ? await allFiles(git) : []
  if (isIssue(tracked)) return tracked
  const name = (path: string): string => nameBelow(git.root, resolve(cwd, path))
  const tests = [
    ...directories.map((each) => isBelow(name(each))),
    ...globs.map((each) => onNames(each, name('.'))),
  ]
  const matching = tracked.filter((each) => tests.some((test) => test(each)))
  return {
    names: [...new Set([...[...found].map(name), ...matching])],
    issues: files.filter((file) => !found.has(file)).map(notThere),
  }
}

function isBelow(folder: string): (name: string) => boolean {
  return folder === '' ? () => true : (name) => name === folder || name.startsWith(`${folder}/`)
}

function onNames(glob: (name: string) => boolean, folder: string): (name: string) => boolean {
  if (folder === '') return glob
  return (name) => name.startsWith(`${folder}/`) && glob(name.slice(folder.length + 1))
}

function exists(path: string): boolean {
  try {
    return statSync(diskPath(path), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function notThere(file: string): Issue {
  return warning(
    'git.file-missing',
    { file },
    `This file does not exist and will be ignored: \`${file}\``,
    'Name files relative to the current folder.',
  )
}
