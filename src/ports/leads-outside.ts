import * as path from 'node:path'
import { isFileProblem, type Files } from './files.ts'

/** True when a path is written as one inside the folder and a link on it leads elsewhere. */
export function leadsOutside(file: string, folder: string, files: Files): boolean {
  if (!isBelow(file, folder)) return false
  const [real, root] = [files.realpath(file), files.realpath(folder)]
  return isPath(real) && isPath(root) && !isBelow(real, root)
}

function isPath(found: ReturnType<Files['realpath']>): found is string {
  return found !== undefined && !isFileProblem(found)
}

function isBelow(file: string, folder: string): boolean {
  const below = path.relative(folder, file)
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)
}
