import { resolve } from 'node:path'
import { systemFiles } from '../../ports/files.ts'
import { findConfigFile, loadGitConfig } from '../config/find-config.ts'
import { KNOWN } from '../config/known.ts'
import { realPath } from '../repository/program.ts'
import type { GitRunRequest } from './request.ts'

/**
 * Reads the config that the run will most likely be about, while git still looks for the work tree. What it says is kept
 * with its text: the run reads the file again, and uses this only for an equal text.
 */
export function readAhead({ cwd, config }: Pick<GitRunRequest, 'cwd' | 'config'>): void {
  const path = config === undefined ? findConfigFile(realPath(cwd), systemFiles).path : resolve(cwd, config)
  // What stands there may be gone once it was read.
  const isStream = path?.startsWith('/dev/') || path?.startsWith('/proc/')
  if (path !== undefined && !isStream) loadGitConfig(path, { files: systemFiles, known: KNOWN })
}
