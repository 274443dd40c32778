import { dirname } from 'node:path'
import { isIssue, type Issue } from '../core/issue.ts'
import type { Places } from '../dialects/dialect.ts'
import { findConfigFile } from '../git/config/find-config.ts'
import { openGit } from '../git/repository/open.ts'
import { findProjects } from '../git/repository/workspace.ts'
import { systemGround } from '../git/run/ground.ts'
import type { Env } from '../ports/env.ts'
import { systemFiles } from '../ports/files.ts'
import { readConfigFile } from './git/validate.ts'

export type GitChecked = { readonly files: readonly string[]; readonly issues: readonly Issue[] }

/** What `git validate-config` says about the configs of this repository. git is started only where there is one. */
export async function checkGitConfigs(env: Env, places: Places): Promise<GitChecked> {
  if (!hasConfig(places)) return { files: [], issues: [] }
  const { env: variables } = systemGround(env, new AbortController().signal)
  const git = await openGit({ cwd: places.startDir, env: variables })
  if (isIssue(git)) return { files: [], issues: [{ ...git, severity: 'warning' }] }
  const workspace = await findProjects(git, { cwd: places.startDir, files: systemFiles })
  if (isIssue(workspace)) return { files: [], issues: [workspace] }
  const files = workspace.projects.map(({ configFile }) => configFile)
  const read = await Promise.all(files.map((file) => readConfigFile(file, file)))
  return { files, issues: [...workspace.issues, ...read.flat()] }
}

function hasConfig({ startDir, projectDir }: Places): boolean {
  if (systemFiles.kind(`${projectDir}/.git`) === undefined) return false
  for (let dir = startDir; ; dir = dirname(dir)) {
    if (findConfigFile(dir, systemFiles).path !== undefined) return true
    if (dir === projectDir || dir === dirname(dir)) return false
  }
}
