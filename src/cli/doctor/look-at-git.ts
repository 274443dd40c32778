import { basename, join } from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { findConfigFile } from '../../git/config/find-config.ts'
import { readHookFile } from '../../git/install/hook-file.ts'
import { openHookPlace } from '../../git/install/open.ts'
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
  return { config, hooks: place.types.map((type) => ({ type, by: ownerOf(join(place.dir, type)) })) }
}

const NO_REPOSITORY = 'git.not-a-repository'

function refused(problem: string): GitHooks {
  return { config: undefined, hooks: [], problem }
}

function configIn(workspace: string | undefined): string | undefined {
  const path = workspace === undefined ? undefined : findConfigFile(workspace, systemFiles).path
  return path === undefined ? undefined : basename(path)
}

function ownerOf(file: string): GitHooks['hooks'][number]['by'] {
  const found = readHookFile(file)
  if (found.kind !== 'file') return 'nobody'
  return found.runner === 'hookwright' ? 'hookwright' : 'another program'
}
