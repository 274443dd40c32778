import { relative, resolve, sep } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { systemFiles } from '../../ports/files.ts'
import { findConfigFile, loadGitConfig } from '../config/find-config.ts'
import { KNOWN } from '../config/known.ts'
import type { HookType } from '../contracts/model.ts'
import { hooksDir, type HooksDirRequest } from '../repository/hooks-dir.ts'
import { openGit, type OpenedGit, type OpenRequest } from '../repository/open.ts'
import { realPath } from '../repository/program.ts'
import { findWorkspace } from '../repository/workspace.ts'

export type PlaceRequest = HooksDirRequest & {
  readonly cwd: string
  /** `--config`, absolute. */
  readonly config?: string
  /** Empty: the config says. */
  readonly types: readonly HookType[]
}

/** Where hooks go, which ones, and whose config they run. */
export type HookPlace = {
  /** Absent: only a folder for hooks was named. */
  readonly git?: OpenedGit
  readonly dir: string
  readonly types: readonly HookType[]
  /** The folder the config is looked for in; absent: there is none yet. */
  readonly workspace?: string
  readonly hasConfig: boolean
  readonly issues: readonly Issue[]
}

export async function openHookPlace(
  request: PlaceRequest,
  ground: Pick<OpenRequest, 'env' | 'signal'>,
): Promise<HookPlace | Issue> {
  const git = await openGit({ ...ground, cwd: request.cwd })
  if (isIssue(git)) return withoutRepository(request, git)
  const found = await hooksDir(git, request)
  if (isIssue(found)) return found
  const workspace = findWorkspace(git, { cwd: request.cwd, files: systemFiles })
  const config = request.config ?? (workspace && findConfigFile(workspace, systemFiles).path)
  const wanted = request.types.length > 0 ? { types: request.types, issues: [] } : typesOf(config)
  return {
    git,
    dir: found.dir,
    types: [...new Set(wanted.types)],
    ...(workspace !== undefined && { workspace }),
    hasConfig: config !== undefined && systemFiles.kind(config) === 'file',
    issues: [...found.issues, ...wanted.issues],
  }
}

/** Hooks for repositories to come, as in a template folder. */
function withoutRepository({ gitDir, types }: PlaceRequest, problem: Issue): HookPlace | Issue {
  if (gitDir === undefined) return problem
  const chosen = types.length > 0 ? types : DEFAULT
  return { dir: resolve(gitDir, 'hooks'), types: [...new Set(chosen)], hasConfig: true, issues: [] }
}

const DEFAULT: readonly HookType[] = ['pre-commit']

/** A config that cannot be read is no reason to leave a repository without hooks: they will say what is wrong. */
function typesOf(file: string | undefined): {
  readonly types: readonly HookType[]
  readonly issues: readonly Issue[]
} {
  if (file === undefined || systemFiles.kind(file) === undefined) return { types: DEFAULT, issues: [] }
  const { config, issues } = loadGitConfig(file, { files: systemFiles, known: KNOWN })
  const broken = issues.find(({ severity }) => severity === 'error')
  const told = broken ? [unread(broken)] : []
  return { types: config?.defaultInstallHookTypes ?? DEFAULT, issues: told }
}

function unread(problem: Issue): Issue {
  return warning(
    'install.config',
    problem.place,
    `The config cannot be used yet: ${problem.message}`,
    problem.hint ?? 'Ask for all of its problems with `hookwright git validate-config`.',
  )
}

/** What makes an installed hook run this config. Paths are from the top of the work tree, where git starts hooks. */
export function placeOptions(
  { git, workspace }: HookPlace,
  { config }: Pick<PlaceRequest, 'config'>,
): readonly string[] {
  if (git === undefined) return config === undefined ? [] : [`--config=${config}`]
  if (config !== undefined) return [`--config=${below(git.root, config) ?? config}`]
  const folder = workspace === undefined ? '' : below(realPath(git.root), workspace)
  return folder ? [`--cd=${folder}`] : []
}

/** The path from a folder, for what is in it: every work tree of a repository has its own. */
function below(folder: string, path: string): string | undefined {
  const name = relative(folder, path)
  return name.startsWith(`..${sep}`) || name === '..' || resolve(name) === name ? undefined : name
}
