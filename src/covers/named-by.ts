import type { NamedFiles } from '../core/named-files.ts'
import { noteGap, UNKNOWN_FOLDER, type Found } from './found-names.ts'
import { mayLeave } from './outside.ts'

/** Returns all paths that the names may mean: as they are written, and from each folder that the command changes to. */
export function namedBy(found: Found): NamedFiles {
  const entered = [...found.entered]
  // Only pairs are combined below.
  if (entered.flatMap((folder) => inFolder(folder, '.')).length > 2) noteGap(found, UNKNOWN_FOLDER)
  const places = combined(entered)
  const below = (paths: Iterable<string>): readonly string[] => [
    ...new Set([...paths].flatMap((path) => [path, ...inFolders(path, places)])),
  ]
  return {
    words: below([...found.words, ...onPath(found)]),
    upward: below(found.upward),
    folders: below(found.folders),
    globs: below(found.globs),
    followed: [...found.followed.values()].flatMap(({ file, part }) =>
      below([file]).map((each) => ({ file: each, part })),
    ),
    programs: [...found.programs],
    operands: below(found.operands),
    leaving: leavingFrom(found, places),
    gaps: [...found.gaps.values()],
  }
}

/** A program without a path may be in a folder of the project that PATH names. */
function onPath({ searched, programs }: Found): readonly string[] {
  return [...(searched.get('PATH') ?? [])].flatMap((folder) =>
    [...programs].map((program) => `${folder}/${program}`),
  )
}

function leavingFrom({ leaving, entered, isElsewhere }: Found, places: readonly string[]): readonly string[] {
  const left = [...leaving].flatMap((path) => {
    const moved = inFolders(path, places)
    return isElsewhere && moved.length > 0 ? moved : [path, ...moved]
  })
  return [...new Set([...entered, ...left])].filter(mayLeave).map((path) => path.replaceAll('/./', '/'))
}

/** `cd a; cd b` leads to a/b; which of them are run together is not followed, so every pair counts. */
function combined(entered: readonly string[]): readonly string[] {
  const pairs = entered.flatMap((outer) => entered.flatMap((inner) => inFolder(inner, outer)))
  return [...new Set([...entered, ...pairs])].filter((place) => place !== '.')
}

function inFolders(path: string, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => inFolder(path, folder))
}

/** Empty for paths that no working directory changes. */
function inFolder(path: string, folder: string): readonly string[] {
  return /^(?:\/|~|\$|[A-Za-z]:[\\/])/.test(path) ? [] : [`${folder.replace(/\/+$/, '')}/${path}`]
}
