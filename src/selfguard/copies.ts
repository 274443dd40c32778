import { programName } from '../analyze/programs/names.ts'

export const COPIERS = /^(?:cp|rsync|scp|install|ditto|robocopy|xcopy)$/

export type Copy = {
  /** The target, and the names that the sources would have in it. */
  readonly files: readonly string[]
  /** The target, when a folder may be put in its place or what is in one may be put into it. */
  readonly folder?: string
}

/** Where the words of `cp` and its like would put something. */
export function copyOf(args: readonly string[]): Copy {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const target = namedTarget(args) ?? operands.at(-1)
  if (target === undefined) return { files: [] }
  const isFile = /(?:^|\/)[^/.][^/]*\.\w+$/.test(target)
  const sources = isFile ? [] : operands.filter((each) => each !== target)
  const inside = sources.map((each) => `${target}/${programName(each)}`)
  const isWhole = sources.some(
    (each) => /(?:^|\/)\.?$/.test(each) || (isFolder(each) && !target.endsWith('/')),
  )
  return { files: [target, ...inside], ...(isWhole && { folder: target }) }
}

/** By its name: a file has an ending. */
function isFolder(path: string): boolean {
  return !/[^/.][^/]*\.\w+$/.test(path)
}

/** `-t FOLDER`, `--target-directory=FOLDER`. */
export function namedTarget(args: readonly string[]): string | undefined {
  const long = args.find((arg) => arg.startsWith('--target-directory='))
  if (long !== undefined) return long.slice('--target-directory='.length)
  const option = args.findIndex((arg) => /^(?:-[a-zA-Z]*t|--target-directory)$/.test(arg))
  return option === -1 ? undefined : args[option + 1]
}
