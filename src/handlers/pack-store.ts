import type { PackContext } from '../packs/code.ts'
import type { State } from '../ports/state.ts'

const FOLDER = 'packs'
/** Of one pack, over all projects. */
const MOST_FILES = 200
const MOST_BYTES = 1_048_576

/** Texts of a pack in the private state folder, apart for each project. A text over 1 MiB is not kept. */
export function createPackStore(state: State, pack: string, projectDir: string): PackContext['store'] {
  const folder = `${FOLDER}/${pack}`
  const project = digest(projectDir)
  const fileOf = (name: string): string => `${folder}/${project}-${digest(name)}`
  return {
    read: (name) => state.read(fileOf(name)),
    write(name, text) {
      if (Buffer.byteLength(text) > MOST_BYTES) return
      const isNew = state.changedAt(fileOf(name)) === undefined
      if (isNew) sweep(state, folder)
      state.write(fileOf(name), text)
    },
  }
}

/** Makes room for one more: the oldest go. */
function sweep(state: State, folder: string): void {
  const found = state.list(folder)
  if (found.length < MOST_FILES) return
  const byAge = found
    .map((name) => ({ name, at: state.changedAt(`${folder}/${name}`) ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (const { name } of byAge.slice(0, found.length - MOST_FILES + 1)) state.remove(`${folder}/${name}`)
}

function digest(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
