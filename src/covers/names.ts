import { mayLeave } from './outside.ts'
import type { FollowedFile, Gap, NamedFiles } from '../core/named-files.ts'

/** Collects what is found in one command, in bounded space. */
export type NamesBuilder = {
  /** A path as one whole; parts of it are not looked at. */
  word(text: string): void
  upward(name: string): void
  folder(path: string): void
  glob(pattern: string): void
  followed(file: FollowedFile): void
  program(name: string): void
  gap(gap: Gap): void
  /** A word of a program that may run the files of a folder. */
  operand(text: string): void
  /** A path of something that is run, or of a folder with such files. Counts where it may lead out of the project. */
  leaving(path: string): void
  /** The first thing that the command does is to change to another folder. */
  startsElsewhere(): void
  /** A folder that the command changes to. */
  enter(folder: string): void
  /** A folder on PATH, PYTHONPATH and the like. */
  search(variable: string, folder: string): void
  searched(variable: string): readonly string[]
  finish(): NamedFiles
}

const MAX_WORDS = 2_000
const MAX_FOLDERS = 12
const MAX_PATH = 1_024

export function collectNames(): NamesBuilder {
  const words = new Set<string>()
  const upward = new Set<string>()
  const folders = new Set<string>()
  const globs = new Set<string>()
  const followed = new Map<string, FollowedFile>()
  const programs = new Set<string>()
  const operands = new Set<string>()
  const leaving = new Set<string>()
  const gaps = new Map<string, Gap>()
  let isElsewhere = false
  const entered = new Set<string>()
  const searched = new Map<string, Set<string>>()

  function keep(set: Set<string>, text: string): void {
    if (text === '' || text.length >= MAX_PATH || text.includes('\0')) return
    if (set.size < MAX_WORDS) set.add(text)
    else gap({ kind: 'too-large', what: 'a command with very many words' })
  }

  function gap(found: Gap): void {
    if (gaps.size < MAX_WORDS) gaps.set(`${found.kind} ${found.what}`, found)
  }

  function search(variable: string, folder: string): void {
    const known = searched.get(variable) ?? new Set()
    searched.set(variable, known)
    keep(known, folder)
  }

  /** A program without a path may be in a folder of the project that PATH names. */
  function onPath(): readonly string[] {
    return [...(searched.get('PATH') ?? [])].flatMap((folder) =>
      [...programs].map((program) => `${folder}/${program}`),
    )
  }

  function finish(): NamedFiles {
    // Only pairs are combined below.
    if ([...entered].flatMap((folder) => inFolder(folder, '.')).length > 2)
      gap({ kind: 'run-time', what: 'the folder that it runs in' })
    const places = combined([...entered])
    const below = (paths: Iterable<string>): readonly string[] => [
      ...new Set([...paths].flatMap((path) => [path, ...places.flatMap((place) => inFolder(path, place))])),
    ]
    const left = [...leaving].flatMap((path) => {
      const moved = places.flatMap((place) => inFolder(path, place))
      return isElsewhere && moved.length > 0 ? moved : [path, ...moved]
    })
    return {
      words: below([...words, ...onPath()]),
      upward: below(upward),
      folders: below(folders),
      globs: below(globs),
      followed: [...followed.values()].flatMap(({ file, part }) =>
        below([file]).map((each) => ({ file: each, part })),
      ),
      programs: [...programs],
      operands: below(operands),
      leaving: [...new Set([...entered, ...left])]
        .filter(mayLeave)
        .map((path) => path.replaceAll('/./', '/')),
      gaps: [...gaps.values()],
    }
  }

  return {
    word: (text) => keep(words, text),
    upward: (name) => keep(upward, name),
    folder: (path) => keep(folders, path),
    glob: (pattern) => keep(globs, pattern),
    followed: (file) => void (followed.size < MAX_WORDS && followed.set(`${file.part} ${file.file}`, file)),
    program: (name) => keep(programs, name),
    gap,
    operand: (text) => keep(operands, text),
    leaving: (path) => keep(leaving, path),
    startsElsewhere: () => {
      isElsewhere = true
    },
    enter: (folder) => {
      if (entered.size < MAX_FOLDERS) keep(entered, folder)
      else gap({ kind: 'run-time', what: 'the folder that it runs in' })
    },
    search,
    searched: (variable) => [...(searched.get(variable) ?? [])],
    finish,
  }
}

/** `cd a; cd b` leads to a/b; which of them are run together is not followed, so every pair counts. */
function combined(entered: readonly string[]): readonly string[] {
  const pairs = entered.flatMap((outer) => entered.flatMap((inner) => inFolder(inner, outer)))
  return [...new Set([...entered, ...pairs])].filter((place) => place !== '.')
}

/** Empty for paths that no working directory changes. */
function inFolder(path: string, folder: string): readonly string[] {
  return /^(?:\/|~|\$|[A-Za-z]:[\\/])/.test(path) ? [] : [`${folder.replace(/\/+$/, '')}/${path}`]
}
