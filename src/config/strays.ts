import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import type { NamedFiles } from '../core/named-files.ts'
import { unseal } from '../core/sealed.ts'
import { candidatesOf, expandPlaces, foldersAbove, type Disk } from './candidates.ts'
import { realPath } from './places.ts'
import { hashFile, isThere, workingDirectory, type Digest } from './digest.ts'

type Stray = Disk & { readonly digest: Digest }

/**
 * A hook that runs wherever the session is can meet another file of the name that was approved. Returns the files its
 * relative names lead to from `cwd` whose bytes nobody approved; for a word with an option of a plugin in it, the word.
 */
export function strayFiles(hook: Hook, cwd: string, { digest, files, project }: Stray): readonly string[] {
  if (workingDirectory(hook) !== undefined) return []
  const projectVariables = hook.named?.variables?.project
  const approved = new Set(digest.scripts.map((script) => script.sha256))
  const isStray = (file: string): boolean =>
    files.kind(file) !== undefined &&
    hashFile(file, { project, files }).some((script) => !approved.has(script.sha256))
  const straysOf = (named: NamedFiles | undefined): readonly string[] =>
    named === undefined
      ? []
      : [
          ...new Set([
            ...pathsFrom(named, cwd, { project, files, projectVariables }).filter(isStray),
            ...unfollowed(named, cwd, { digest, files, project }),
          ]),
        ]
  const told = straysOf(hook.named)
  const filled = straysOf(hook.namedFilled && unseal(hook.namedFilled))
  const hidden = filled.some((file) => !told.includes(file) && isThere(file, files))
  return [...told, ...(hidden ? writtenForFilled(hook) : [])]
}

/** Everything that names lead to from the folder of a session, wherever that is. */
function pathsFrom(named: NamedFiles, cwd: string, disk: Disk): readonly string[] {
  const { project, files, projectVariables } = disk
  const relative = (names: readonly string[]): readonly string[] =>
    names.filter(
      (name) => !path.isAbsolute(expandPlaces(name, { project, projectVariables })) && !name.startsWith('$'),
    )
  // Seen as a project of its own: names that lead out of it are the same from everywhere.
  const top = path.parse(cwd).root
  const here = { project: { dir: top, written: top }, files, projectVariables }
  const own = {
    ...named,
    words: relative(named.words),
    globs: relative(named.globs),
    folders: relative(named.folders),
  }
  const { paths } = candidatesOf({ ...own, upward: [] }, [cwd], here)
  const above = [cwd, ...foldersAbove(cwd, project.dir)].filter((folder) => folder !== project.dir)
  const upward = above.flatMap((folder) => named.upward.map((name) => path.join(folder, name)))
  return [...new Set([...paths, ...upward, ...inRepository(named, above, files)])]
}

/**
 * Files whose own text says what is run, in a place that no approval looked at: with the approved bytes they still lead
 * to other files there.
 */
function unfollowed(named: NamedFiles, cwd: string, { digest, files, project }: Stray): readonly string[] {
  const covered = new Set(digest.scripts.map((script) => script.path))
  const here = realPath(cwd, files)
  const above = [here, ...foldersAbove(here, project.dir)].filter((folder) => folder !== project.dir)
  const found = named.followed.flatMap(({ file, part }) =>
    (part === 'main' ? above.slice(0, 1) : above).map((folder) => path.resolve(folder, file)),
  )
  const isCovered = (file: string): boolean =>
    covered.has(path.relative(project.dir, file).replaceAll(path.sep, '/'))
  return found.filter((file) => !isCovered(file) && files.kind(file) !== undefined)
}

/** `$(git rev-parse --show-toplevel)/x` in a repository below the project. */
function inRepository(
  named: NamedFiles,
  folders: readonly string[],
  files: Disk['files'],
): readonly string[] {
  const roots = folders.filter((folder) => files.kind(path.join(folder, '.git')) !== undefined)
  const words = named.words.filter((word) => word.startsWith(`${GIT_ROOT}/`))
  return roots.flatMap((root) => words.map((word) => path.join(root, word.slice(GIT_ROOT.length))))
}

const GIT_ROOT = '${GIT_ROOT}'

/** The words that options are filled into, as their file has them. */
function writtenForFilled({ handler }: Hook): readonly string[] {
  if (handler.type !== 'command' || handler.start.kind !== 'argv') return []
  const { words, filled } = handler.start
  const values = (filled && unseal(filled)) ?? words
  return words.filter((word, index) => values[index] !== word)
}
