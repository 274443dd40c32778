import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { findConfigFile } from '../../git/config/find-config.ts'
import { readHookFile } from '../../git/install/hook-file.ts'
import { openHookPlace, type HookPlace } from '../../git/install/open.ts'
import { systemFiles } from '../../ports/files.ts'
import type { Invocation } from '../command.ts'
import { gatedGround } from '../git/ground.ts'
import { placeRequest } from '../git/place-request.ts'
import { workingDir } from '../git/request.ts'
import type { GitHooks } from './git.ts'

/** Looks at what git would start. Undefined: the folder is not in a repository. */
export async function lookAtGit({ args, env }: Invocation): Promise<GitHooks | undefined> {
  const { signal } = new AbortController()
  const place = await openHookPlace(
    placeRequest({ args, env }, 'install'),
    gatedGround(env, workingDir(args, env), signal),
  )
  if (isIssue(place)) return place.code === NO_REPOSITORY ? undefined : refused(place.message)
  const config = place.hasConfig ? configIn(place.workspace) : undefined
  return { config, hooks: place.types.map((type) => hookOf(type, place, env.platform)) }
}

const NO_REPOSITORY = 'git.not-a-repository'

function refused(problem: string): GitHooks {
  return { config: undefined, hooks: [], problem }
}

function configIn(workspace: string | undefined): string | undefined {
  const path = workspace === undefined ? undefined : findConfigFile(workspace, systemFiles).path
  return path === undefined ? undefined : basename(path)
}

type GitHook = GitHooks['hooks'][number]

function hookOf(type: string, { dir, git }: HookPlace, platform: NodeJS.Platform): GitHook {
  const file = join(dir, type)
  const by = ownerOf(file)
  if (by === 'hookwright')
    return { type, by, ...(!mayRun(file, platform) && { idle: `"${file}" is not executable` }) }
  const usual = git && join(git.commonDir, 'hooks', type)
  const isElsewhere = usual !== undefined && usual !== file && ownerOf(usual) === 'hookwright'
  return { type, by, ...(isElsewhere && { idle: `core.hooksPath makes git look in "${dir}"` }) }
}

function ownerOf(file: string): GitHook['by'] {
  const found = readHookFile(file)
  if (found.kind !== 'file') return 'nobody'
  return found.runner === 'hookwright' ? 'hookwright' : 'another program'
}

/** Git leaves out what it may not execute, except on Windows. */
function mayRun(file: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}
