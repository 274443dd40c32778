import * as path from 'node:path'
import { isFileProblem, type Files } from '../ports/files.ts'
import { CASE_FILE } from './case-file.ts'

const MOST_LEVELS = 12
const MOST_FOLDERS = 20_000

/** Every file with cases in a folder and below it, in a fixed order; neither hidden folders nor packages of others. */
export function findCaseFiles(folder: string, files: Files): readonly string[] {
  let folders = 0
  function look(inside: string, level: number): readonly string[] {
    const entries = files.list(inside)
    if (entries === undefined || isFileProblem(entries) || (folders += 1) > MOST_FOLDERS) return []
    return entries
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, kind }) => {
        const whole = path.join(inside, name)
        if (kind === 'file') return CASE_FILE.test(name) ? [whole] : []
        const isOurs = kind === 'directory' && !name.startsWith('.') && name !== 'node_modules'
        return isOurs && level < MOST_LEVELS ? look(whole, level + 1) : []
      })
  }
  return look(folder, 0)
}
