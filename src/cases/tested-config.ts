import * as path from 'node:path'
import { discover } from '../config/discover.ts'
import { findPlaces, isInside, realPath } from '../config/places.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import { hookwright } from '../dialects/hookwright/index.ts'
import type { Env } from '../ports/env.ts'
import { systemFiles } from '../ports/files.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'
import type { CaseFile } from './case-file.ts'

/** The hooks that the cases of a file are about. */
export type TestedConfig = {
  /** Folder of the real project. */
  readonly root: string
  /** The file of the hooks, relative to the project. */
  readonly source: string
  /** Files that the hooks consist of, relative to the project: configs, scripts, modules. */
  readonly parts: readonly string[]
  readonly hooks: readonly Hook[]
  /** True: a person approved this hook in the project, or it needs no approval. */
  isApproved(hook: Hook): boolean
  /** Errors: the hooks cannot be tested then. */
  readonly issues: readonly Issue[]
}

/** Reads the hooks under test where they are, and finds out which files they consist of. Runs nothing. */
export async function readTestedConfig(
  { file, hasHooks }: CaseFile,
  env: Env,
): Promise<TestedConfig | Issue> {
  const folder = path.dirname(file)
  const source = hasHooks ? file : nearestConfig(env, folder)
  if (source === undefined) return noHooks(file)
  const workspace = await openWorkspace({ env, cwd: folder, sources: [source], isDry: true })
  await workspace.trust.loadReader()
  const root = workspace.places.projectDir
  const parts = partsOf(workspace, root)
  const issues = workspace.loaded.issues.filter(({ severity }) => severity === 'error')
  await workspace.close()
  return {
    root,
    source: path.relative(root, source),
    parts,
    hooks: workspace.loaded.hooks,
    isApproved: (hook) => ['trusted', 'not-needed'].includes(workspace.trust.status(hook)),
    issues,
  }
}

/** The file that hooks are read from for a session in that folder. */
function nearestConfig(env: Env, folder: string): string | undefined {
  const places = findPlaces(env, systemFiles, folder)
  return discover(hookwright.files(places), systemFiles).found.find(({ scope }) => scope === 'project')?.path
}

function noHooks(file: string): Issue {
  return issue(
    'cases.no-hooks',
    { file },
    'The file has no hooks of its own, and no hookwright.yaml is in its folder or above.',
    'Add the hooks that are to be tested under "hooks" or "packs".',
  )
}

function partsOf({ loaded, trust, places }: Workspace, root: string): readonly string[] {
  const real = realPath(places.projectDir, systemFiles)
  const covered = loaded.hooks
    .filter(trust.isGated)
    .flatMap((hook) => trust.digest(hook).scripts)
    .map((script) => path.resolve(real, script.path))
  const files = loaded.files.map((each) => path.relative(root, each.path))
  const inside = covered.filter((each) => isInside(each, real)).map((each) => path.relative(real, each))
  return [...new Set([...files, ...inside])].filter((each) => isPart(each, root))
}

function isPart(relative: string, root: string): boolean {
  return (
    isInside(path.resolve(root, relative), root) && systemFiles.kind(path.join(root, relative)) === 'file'
  )
}
