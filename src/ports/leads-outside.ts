import * as path from 'node:path'
import { isFileProblem, type Files } from './files.ts'

/** True when a path is written as one inside the folder and a link on it leads elsewhere. */
export function leadsOutside(file: string, folder: string, files: Files): boolean {
  const [real, root] = [files.realpath(file), files.realpath(folder)]
  if (!isPath(real) || !isPath(root) || isBelow(real, root)) return false
  return isBelow(file, folder) || passesThrough(file, root, files)
}

/** The folder itself may be spelt through a link, in either of the two paths. */
function passesThrough(file: string, root: string, files: Files): boolean {
  for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at)) {
    const real = files.realpath(at)
    if (isPath(real) && isBelow(real, root)) return true
  }
  return false
}

function isPath(found: ReturnType<Files['realpath']>): found is string {
  return found !== undefined && !isFileProblem(found)
}

function isBelow(file: string, folder: string): boolean {
  const below = path.relative(folder, file)
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)
}
