import { isAbsolute, relative, resolve } from 'node:path'
import { isFileProblem, readText, type Files } from '../ports/files.ts'

const MOST_BYTES = 262_144
const MOST_FILES = 20

/** Returns a reader of the files of a folder that a line runs: few and small ones, and none outside of it. */
export function runFilesOf(files: Files, folder: string): (path: string) => string | undefined {
  const found = new Map<string, string | undefined>()
  return (path) => {
    const file = resolve(folder, path)
    if (!found.has(file)) found.set(file, found.size < MOST_FILES ? read(files, folder, file) : undefined)
    return found.get(file)
  }
}

/** A link that leads out of the folder is not followed. */
function read(files: Files, folder: string, file: string): string | undefined {
  if (!isBelow(folder, file)) return undefined
  const [root, real] = [files.realpath(folder), files.realpath(file)]
  if (typeof root !== 'string' || typeof real !== 'string' || !isBelow(root, real)) return undefined
  const text = readText(files, real, MOST_BYTES)
  return text === undefined || isFileProblem(text) ? undefined : text
}

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !path.startsWith('..') && !isAbsolute(path)
}
