import { findPlaces } from '../../config/places.ts'
import { findConfigFile, loadGitConfig } from '../../git/config/find-config.ts'
import { KNOWN } from '../../git/config/known.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import type { Candidate } from './candidates.ts'

/** Hooks of the config at the top of the work tree. git is not asked: a person waits at the prompt. */
export function gitHookIds(env: Env): readonly Candidate[] {
  const { path } = findConfigFile(findPlaces(env, systemFiles, undefined).projectDir, systemFiles)
  if (path === undefined) return []
  const { config } = loadGitConfig(path, { files: systemFiles, known: KNOWN })
  const ids = (config?.repos ?? []).flatMap(({ hooks }) => hooks.map(({ options }) => options.id))
  return [...new Set(ids)].filter((id) => id !== undefined).map((word) => ({ word, help: 'git hook' }))
}
