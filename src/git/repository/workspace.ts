import { dirname, join, relative, resolve, sep } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { Files } from '../../ports/files.ts'
import { CONFIG_NAMES, findConfigFile } from '../config/find-config.ts'
import { OWN_NAMES } from '../config/own-file.ts'
import { isPlainPath, splitNames } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { IGNORE_NAME, withoutIgnored } from './ignored-projects.ts'
import { realPath } from './program.ts'

export type FoundProject = {
  /** From the root of the workspace, with `/`; empty: the root itself. */
  readonly path: string
  readonly dir: string
  readonly configFile: string
}

export type Workspace = {
  readonly root: string
  /** Deepest first, then by path. */
  readonly projects: readonly FoundProject[]
  readonly issues: readonly Issue[]
}

export type WorkspaceRequest = {
  readonly cwd: string
  /** `--config`: this file alone, for the whole work tree. */
  readonly config?: string
  readonly files: Files
}

/** The nearest folder upward with a config, and all folders below it that have one and are not ignored. */
export async function findProjects(git: Git, request: WorkspaceRequest): Promise<Workspace | Issue> {
  if (request.config !== undefined) return single(git.root, resolve(request.cwd, request.config))
  const root = findWorkspace(git, request)
  if (root === undefined) return noConfig(request.cwd)
  const below = await foldersBelow(git, { root, files: request.files })
  if (isIssue(below)) return below
  const found = [...below, ''].map((path) => openFolder(root, { path, files: request.files }))
  const refused = found.flatMap(({ issues }) => issues).find(({ severity }) => severity === 'error')
  if (refused !== undefined) return refused
  return {
    root,
    projects: found.flatMap(({ project }) => project ?? []).toSorted(deepestFirst),
    issues: found.flatMap(({ issues }) => issues),
  }
}

/** The folder `findProjects` starts from. No git process is needed to know it. */
export function findWorkspace(git: Git, { cwd, files }: WorkspaceRequest): string | undefined {
  let dir = realPath(cwd)
  while (findConfigFile(dir, files).path === undefined) {
    if (dir === resolve(git.root) || dir === dirname(dir)) return undefined
    dir = dirname(dir)
  }
  return dir
}

function openFolder(
  root: string,
  { path, files }: { readonly path: string; readonly files: Files },
): { readonly project?: FoundProject; readonly issues: readonly Issue[] } {
  const dir = path === '' ? root : join(root, path)
  const { path: configFile, issues } = findConfigFile(dir, files)
  return configFile === undefined ? { issues } : { project: { path, dir, configFile }, issues }
}

/** git knows what is tracked and what is ignored, and enters neither submodules nor links. */
async function foldersBelow(
  git: Git,
  { root, files }: { readonly root: string; readonly files: Files },
): Promise<readonly string[] | Issue> {
  const names = await listNames(git, root)
  if (isIssue(names)) return names
  const configs = names.filter((name) => name.includes('/') && isVisible(name) && isConfig(lastPart(name)))
  if (configs.length === 0) return []
  const ignoring =
    names.some((name) => lastPart(name) === IGNORE_NAME) || hasIgnoreAbove(git, { root, files })
  const kept = await withoutIgnored(git, { root, configs, ignoring })
  return isIssue(kept) ? kept : [...new Set(kept.map((name) => name.slice(0, name.lastIndexOf('/'))))]
}

/** Patterns of a star and plain text are the cheap ones for git; what they match besides is dropped later. */
async function listNames(git: Git, root: string): Promise<readonly string[] | Issue> {
  const patterns = [...CONFIG_NAMES, ...OWN_NAMES, IGNORE_NAME].map((name) => `*${name}`)
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  const output = await git.read(args, { cwd: root, env: { GIT_LITERAL_PATHSPECS: '0' } })
  return isIssue(output) ? output : splitNames(output)
}

function isConfig(name: string): boolean {
  return [...CONFIG_NAMES, ...OWN_NAMES].some((each) => each === name)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Hidden folders and templates of projects are none; a name that no process can be started in neither. */
function isVisible(config: string): boolean {
  const folders = config.split('/').slice(0, -1)
  return isPlainPath(config) && !folders.some((name) => name.startsWith('.') || isTemplate(name))
}

function isTemplate(name: string): boolean {
  return name.startsWith('{{') && name.endsWith('}}') && name.includes('cookiecutter')
}

function hasIgnoreAbove(
  git: Git,
  { root, files }: { readonly root: string; readonly files: Files },
): boolean {
  const folders = relative(git.root, root).split(sep)
  return folders.some((_, index) => {
    const folder = resolve(git.root, ...folders.slice(0, index))
    return files.kind(join(folder, IGNORE_NAME)) === 'file'
  })
}

function deepestFirst(a: FoundProject, b: FoundProject): number {
  return depth(b) - depth(a) || (a.path < b.path ? -1 : 1)
}

function depth({ path }: FoundProject): number {
  return path === '' ? 0 : path.split('/').length
}

function single(root: string, configFile: string): Workspace {
  return { root, projects: [{ path: '', dir: root, configFile }], issues: [] }
}

function noConfig(cwd: string): Issue {
  return issue(
    'git.no-config',
    { file: cwd },
    'No `prek.toml` or `.pre-commit-config.yaml` found in the current directory or parent directories.',
    'Create one at the top of the work tree, write `git.repos` into its `hookwright.yaml`, or name another file with --config.',
  )
}
