import * as path from 'node:path'
import { isFileProblem } from '../../ports/files.ts'
import type { PackContext } from '../code.ts'
import { foldersUp, type Look } from './look.ts'

/** How the program of a tool is installed. */
export type Installer = 'node' | 'python' | 'php' | 'ruby' | 'path'

/** What to start: a path, or a name that is looked for on PATH, and the arguments before its own. */
export type Launch = { readonly file: string; readonly args: readonly string[] }

/** Where to look for a program. */
export type ProgramPlace = {
  /** Folder from which it is looked for, upward. */
  readonly folder: string
  /** The last folder that is looked in. */
  readonly top: string
  readonly look: Look
}

/** Folders of a project in which an installer puts programs. */
const BINS: Readonly<Record<Installer, readonly string[]>> = {
  node: ['node_modules/.bin'],
  python: ['.venv/bin', 'venv/bin', '.venv/Scripts', 'venv/Scripts'],
  php: ['vendor/bin'],
  ruby: [],
  path: [],
}

/** Programs that start another one as the project has it, and the file that shows that they are used. */
const RUNNERS: Readonly<Record<Installer, readonly { readonly file: string; readonly words: string[] }[]>> = {
  node: [{ file: '.pnp.cjs', words: ['yarn', 'run'] }],
  python: [{ file: 'poetry.lock', words: ['poetry', 'run'] }],
  php: [],
  ruby: [{ file: 'Gemfile.lock', words: ['bundle', 'exec'] }],
  path: [],
}

/** Returns what starts the tool: the project's own program, a runner of the project, or the name for PATH. */
export function launchOf(
  name: string,
  installer: Installer,
  { place, context }: { readonly place: ProgramPlace; readonly context: PackContext },
): Launch {
  const folders = foldersUp(place.folder, place.top)
  const own = folders
    .flatMap((folder) => BINS[installer].map((bin) => path.join(folder, bin, name)))
    .flatMap((file) => startable(file, context))[0]
  if (own !== undefined) return { file: own, args: [] }
  for (const { file, words } of RUNNERS[installer]) {
    const isUsed = folders.some((folder) => place.look.text(path.join(folder, file))?.includes(name))
    const [first = '', ...rest] = words
    if (isUsed) return { file: first, args: [...rest, name] }
  }
  return { file: name, args: [] }
}

const WINDOWS_ENDINGS = ['.cmd', '.exe', '.bat']

function startable(file: string, { files, platform }: PackContext): readonly string[] {
  const names = platform === 'win32' ? WINDOWS_ENDINGS.map((ending) => file + ending) : [file]
  return names.filter((name) => {
    const kind = files.kind(name)
    return kind !== undefined && !isFileProblem(kind) && kind === 'file'
  })
}
