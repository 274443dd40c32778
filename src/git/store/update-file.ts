import * as fs from 'node:fs'
import { issue, type Issue } from '../../core/issue.ts'

/** Writes a config anew, whole or not at all, where its link leads, and not over somebody's newer text. */
export function replaceConfig(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Issue | undefined {
  try {
    const path = fs.realpathSync(file)
    if (fs.readFileSync(path, 'utf8') !== from) return changed(file)
    const draft = `${path}.${process.pid}.draft`
    try {
      fs.writeFileSync(draft, to, { mode: fs.statSync(path).mode & 0o777, flag: 'wx' })
      fs.renameSync(draft, path)
    } finally {
      fs.rmSync(draft, { force: true })
    }
    return undefined
  } catch (error) {
    return unwritable(file, error)
  }
}

function changed(file: string): Issue {
  return issue(
    'update.changed',
    { file },
    `"${file}" was changed meanwhile; nothing was written.`,
    'Run it again.',
  )
}

function unwritable(file: string, error: unknown): Issue {
  return issue('update.unwritable', { file }, `"${file}" cannot be written: ${(error as Error).message}.`)
}
