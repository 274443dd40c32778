import * as path from 'node:path'
import type { NamedFiles } from '../core/named-files.ts'
import type { Files } from '../ports/files.ts'
import { isInside } from './places.ts'
import { filesBelow, linkedFolders, matching } from './file-patterns.ts'
import { throughLinks } from './through-links.ts'
import type { Project } from './meaning.ts'

export type Disk = {
  readonly project: Project
  readonly files: Files
  /** Variables of the hook's host that stand for the project's folder. Default: none but our own. */
  readonly projectVariables?: readonly string[] | undefined
}

/** Paths where a file may be that decides what a command does, and what was too much to look at. */
export type Candidates = {
  readonly paths: readonly string[]
  readonly tooMany: readonly string[]
  /** Links to folders, relative to the project, behind which files may fit a pattern. */
  readonly linked?: readonly string[]
}

/** Folders of the project, relative to it, whose files a program may run. */
export function givenFolders(
  { operands = [] }: NamedFiles,
  bases: readonly string[],
  disk: Disk,
): readonly string[] {
  const { project, files } = disk
  const { dir } = project
  const words = operands.map((word) => expandPlaces(word, disk))
  return resolveAll(words, bases, { project, files })
    .filter((file) => isInside(file, dir) && files.kind(file) === 'directory')
    .map((file) => path.relative(dir, file) || '.')
}

/** Of the paths that may lead out of the project, those that do when the command runs in `from`. */
export function outsidePaths({ leaving = [] }: NamedFiles, from: string, disk: Disk): readonly string[] {
  return leaving.filter((word) => {
    if (word.startsWith('~')) return true
    const places = resolveAll([expandPlaces(word, disk)], [from], disk)
    return places.some((file) => !isInside(file, disk.project.dir))
  })
}

/**
 * Where the names of a command may lead when it runs in one of `bases`, inside the project. Also below a folder that
 * another word names: which option of a program is a folder to start from is not known.
 */
export function candidatesOf(named: NamedFiles, bases: readonly string[], disk: Disk): Candidates {
  const { dir } = disk.project
  const isOurs = (file: string): boolean => file !== dir && isInside(file, dir)
  const words = named.words.flatMap((word) => readings(expandPlaces(word, disk)))
  const found = resolveAll(words, bases, disk).filter(isOurs)
  const folders = found.filter((file) => disk.files.kind(file) === 'directory')
  const below = resolveAll(words, folders.slice(0, MAX_BELOW), disk)
  const upward = resolveAll(
    named.upward,
    bases.flatMap((base) => [base, ...foldersAbove(base, dir)]),
    disk,
  )
  const searched = listAll(named.folders, bases, { disk, isOurs })
  const globbed = globAll(named.globs, bases, { disk, isOurs })
  const paths = [found, below.filter(isOurs), upward.filter(isOurs), searched.paths, globbed.paths].flat()
  return {
    paths: [...new Set(paths)].toSorted(),
    tooMany: [...searched.tooMany, ...globbed.tooMany],
    linked: globbed.linked ?? [],
  }
}

const MAX_BELOW = 20

/** Folders above `from`, up to and including `top`; none when it is not below. */
export function foldersAbove(from: string, top: string): readonly string[] {
  const above: string[] = []
  for (let folder = from; folder !== top && path.dirname(folder) !== folder && above.length < 64;) {
    folder = path.dirname(folder)
    if (isInside(folder, top)) above.push(folder)
  }
  return above
}

export function resolveAll(
  words: readonly string[],
  bases: readonly string[],
  disk: Disk,
): readonly string[] {
  const places = words.flatMap((word) =>
    bases.flatMap((base) => [path.resolve(base, word), ...throughLinks(base, word, disk.files)]),
  )
  return [...new Set(places.map((place) => followed(place, disk.project)))]
}

function followed(file: string, { dir, written }: Project): string {
  return isInside(file, written) ? path.join(dir, path.relative(written, file)) : file
}

/** Returns the word with the project's folder in the place of the first variable that stands for it. */
export function expandPlaces(word: string, { project, projectVariables }: Omit<Disk, 'files'>): string {
  return /[$%]/.test(word) ? word.replace(placesOf(projectVariables), () => project.dir) : word
}

const OWN: readonly string[] = ['HOOKWRIGHT_PROJECT_DIR']
const placePatterns = new Map<string, RegExp>()

/** One pattern for each list of names: a command may have thousands of words. */
function placesOf(variables: readonly string[] = []): RegExp {
  const key = variables.join('|')
  const known = placePatterns.get(key)
  if (known !== undefined) return known
  const names = `(?:${[...variables, ...OWN].join('|')})`
  const pattern = new RegExp(`\\$\\{${names}\\}|\\$(?:env:)?${names}|\\$\\{GIT_ROOT\\}|%${names}%`, 'i')
  if (placePatterns.size > 64) placePatterns.clear()
  placePatterns.set(key, pattern)
  return pattern
}

/**
 * `$HOOKS/x`, `%CD%/x` and `~/x` lead below the project as often as not, and an interpreter finds `x.mjs` by the name
 * `x`. Windows ignores dots and spaces at the end of a name.
 */
export function readings(word: string): readonly string[] {
  const bare = word.replace(/^(?:\$\{?(?:env:)?\w+\}?|%\w+%|~[\w.-]*)(?=\/)/i, '')
  const below = bare.startsWith('/') ? [bare.replace(/^\/+/, '')] : []
  const shorter =
    path.sep === '\\' ? [word, ...below].map((each) => each.replace(/(?<=[^./\\ ])[. ]+$/, '')) : []
  const spelled = [...new Set([word, ...below, ...shorter])].filter((each) => each !== '')
  return spelled.flatMap((each) =>
    path.extname(each) === '' && !/[\s/.]$/.test(each)
      ? [each, ...ENDINGS.map((ending) => each + ending)]
      : each,
  )
}

const ENDINGS = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.py',
  '.rb',
  '.sh',
  '.pl',
  '.pm',
  '.ps1',
  '.cmd',
  '.bat',
  '.exe',
]

type Looking = { readonly disk: Disk; readonly isOurs: (file: string) => boolean }

/** All files below the folders. A folder with more than `MAX_LISTED` is not covered, and told. */
function listAll(
  folders: readonly string[],
  bases: readonly string[],
  { disk, isOurs }: Looking,
): Candidates {
  const { dir } = disk.project
  const roots = resolveAll(
    folders.flatMap((folder) => readings(expandPlaces(folder, disk))),
    bases,
    disk,
  )
  const lists = roots
    .filter((root) => isOurs(root) && disk.files.kind(root) === 'directory')
    .map((root) => {
      const paths = filesBelow(root, disk.files, MAX_LISTED)
      return paths.length > MAX_LISTED
        ? { paths: [], tooMany: [path.relative(dir, root)] }
        : { paths, tooMany: [] }
    })
  return { paths: lists.flatMap(({ paths }) => paths), tooMany: lists.flatMap(({ tooMany }) => tooMany) }
}

const MAX_LISTED = 200

function globAll(globs: readonly string[], bases: readonly string[], { disk, isOurs }: Looking): Candidates {
  const patterns = resolveAll(
    globs.map((glob) => expandPlaces(glob, disk)),
    bases,
    disk,
  ).filter(isOurs)
  const lists = patterns.map((pattern) => {
    const paths = matching(pattern, disk.files, MAX_LISTED)
    return paths.length > MAX_LISTED
      ? { paths: [], tooMany: [path.relative(disk.project.dir, pattern)] }
      : { paths, tooMany: [] }
  })
  const linked = patterns.flatMap((pattern) => linkedFolders(pattern, disk.files))
  return {
    paths: lists.flatMap(({ paths }) => paths),
    tooMany: lists.flatMap(({ tooMany }) => tooMany),
    linked: linked.map((file) => path.relative(disk.project.dir, file)),
  }
}
