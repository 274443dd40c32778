import { readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './mkfifo.ts'

const NAME = /^[0-9a-f]{16}$/

/** Returns the paths of the FIFOs in a folder. Whatever else lies in the folder is left alone. */
export function listFifos(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFIFO() && NAME.test(entry.name))
      .map((entry) => join(folder, entry.name))
  } catch {
    return []
  }
}

/** Removes a name. True when it is gone, whoever removed it. */
export function removeFifo(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}
