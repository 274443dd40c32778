import type { FollowedFile, Gap, NamedFiles } from '../core/named-files.ts'
import { follow, keep, noteGap, nothingFound, UNKNOWN_FOLDER, type Found } from './found-names.ts'
import { namedBy } from './named-by.ts'

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

const MAX_FOLDERS = 12

export function collectNames(): NamesBuilder {
  const found = nothingFound()
  return {
    word: (text) => keep(found, found.words, text),
    upward: (name) => keep(found, found.upward, name),
    folder: (path) => keep(found, found.folders, path),
    glob: (pattern) => keep(found, found.globs, pattern),
    followed: (file) => follow(found, file),
    program: (name) => keep(found, found.programs, name),
    gap: (gap) => noteGap(found, gap),
    operand: (text) => keep(found, found.operands, text),
    leaving: (path) => keep(found, found.leaving, path),
    startsElsewhere: () => {
      found.isElsewhere = true
    },
    enter: (folder) => {
      if (found.entered.size < MAX_FOLDERS) keep(found, found.entered, folder)
      else noteGap(found, UNKNOWN_FOLDER)
    },
    search: (variable, folder) => keep(found, searchedBy(found, variable), folder),
    searched: (variable) => [...(found.searched.get(variable) ?? [])],
    finish: () => namedBy(found),
  }
}

/** Returns the folders of a variable, to be added to. */
function searchedBy({ searched }: Found, variable: string): Set<string> {
  const known = searched.get(variable) ?? new Set<string>()
  searched.set(variable, known)
  return known
}
