import * as path from 'node:path'
import { importsIn, REQUIRED_ENDINGS } from '../covers/module-imports.ts'
import { isFileProblem, type FileProblem, type Files } from '../ports/files.ts'
import { sha256 } from './meaning.ts'

/** A module and the files it imports, as they are now. */
export type ModuleFiles = {
  /** Absolute path of the module, without links. */
  readonly file: string
  /** One digest over the paths and bytes of all of them. */
  readonly version: string
  /** By absolute path without links. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

/** Bounds of one look. What is beyond them is loaded all the same, and its changes are not noticed by a worker. */
const MAX_FILES = 256
const MAX_BYTES = 4 * 1_048_576

/** Reads a module and what it imports by paths, wherever that is. */
export function readModuleFiles(module: string, files: Files): ModuleFiles | FileProblem | undefined {
  const first = files.realpath(module)
  if (typeof first !== 'string') return first
  const bytes = new Map<string, Uint8Array>()
  const pending = [first]
  for (let file = pending.pop(); file !== undefined && bytes.size < MAX_FILES; file = pending.pop()) {
    if (bytes.has(file)) continue
    const read = files.readBytes(file, MAX_BYTES)
    if (file === first && (read === undefined || isFileProblem(read))) return read
    if (read === undefined || isFileProblem(read)) continue
    bytes.set(file, read)
    for (const each of importedBy(file, read)) {
      const real = files.kind(each) === 'file' ? files.realpath(each) : undefined
      if (typeof real === 'string') pending.push(real)
    }
  }
  const parts = [...bytes].map(([file, content]) => `${file}\0${sha256(content)}`).toSorted()
  return { file: first, version: sha256(parts.join('\n')), bytes }
}

function importedBy(file: string, bytes: Uint8Array): readonly string[] {
  if (!/\.[cm]?[jt]s$/.test(file)) return []
  const { paths } = importsIn(new TextDecoder().decode(bytes))
  return paths.flatMap((each) => {
    const target = path.resolve(path.dirname(file), each)
    return REQUIRED_ENDINGS.map((ending) => target + ending)
  })
}
