import { dirname, join } from 'node:path'
import { systemFiles } from '../../ports/files.ts'
import { findConfigFile } from '../config/find-config.ts'

/** Whether there is a config to run, known before git is asked anything. */
export function findConfigAbove(
  { cwd }: { readonly cwd: string },
  { config }: { readonly config?: string },
): boolean {
  if (config !== undefined) return systemFiles.kind(config) !== undefined
  let dir = cwd
  while (findConfigFile(dir, systemFiles).path === undefined) {
    const isTop = systemFiles.kind(join(dir, '.git')) !== undefined || dir === dirname(dir)
    if (isTop) return false
    dir = dirname(dir)
  }
  return true
}
