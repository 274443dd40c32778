import { absolutePath } from '../../conditions/paths.ts'
import { readText, type Files } from '../../ports/files.ts'
import type { Roots } from './roots.ts'
import { withoutDots } from './spot.ts'

const MOST_BYTES = 262_144
const MOST_FILES = 20

/** Returns a reader of the files that a line runs: of the project and the home folder, few and small ones. */
export function boundedReader(
  files: Files,
  { cwd, projectDir, home }: Roots,
): (path: string) => string | undefined {
  let left = MOST_FILES
  const found = new Map<string, string | undefined>()
  return (path) => {
    const file = withoutDots(
      absolutePath(
        path.replace(/^~(?=\/|$)/, () => home),
        cwd,
      ),
    )
    if (found.has(file)) return found.get(file)
    if (left <= 0 || ![projectDir, home].some((folder) => file.startsWith(`${withoutDots(folder)}/`)))
      return undefined
    left--
    const text = readText(files, file, MOST_BYTES)
    found.set(file, typeof text === 'string' ? text : undefined)
    return found.get(file)
  }
}
