import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { createScratchFolder } from '../../ports/scratch.ts'
import type { GitHook } from '../contracts/model.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { keyOfFolder, obtain } from '../store/obtain.ts'
import { keyOf } from '../store/store.ts'

/** What an environment is made of, besides the hook itself. */
export type EnvironmentPlan = {
  readonly dependencies: readonly string[]
  /** Path and version of what builds it; another one gets another environment. */
  readonly toolchain: string
  /** Fills `folder`. `source` is the hook's repository, or an empty folder for a local hook. */
  build(folder: string, source: string): Promise<Issue | undefined>
}

/** The folder of the hook's environment, shared by all hooks that need the same one. */
export async function environmentOf(
  hook: GitHook,
  plan: EnvironmentPlan,
  context: PrepareContext,
): Promise<string | Issue> {
  const parts = partsOf(hook, plan)
  const facts = { ...parts, declared: hook.additionalDependencies }
  const from = hook.repo.kind === 'remote' ? shownUrl(hook.repo.url) : `hook ${hook.id}`
  const build = async (folder: string): Promise<Issue | undefined> => {
    context.progress(`Installing environment for ${from}`)
    return withSource(hook, context, (source) => plan.build(folder, source))
  }
  const key = keyOf(['env', parts, context.platform, process.arch])
  return obtain({ kind: 'envs', key, what: `environment for ${from}`, facts, build }, context)
}

/** All that a build depends on. `gc` reads `language`, `repo` and `declared`. */
function partsOf(hook: GitHook, { dependencies, toolchain }: EnvironmentPlan) {
  return {
    language: hook.language,
    version: hook.languageVersion,
    repo: hook.repo.kind === 'remote' ? keyOfFolder(hook.repo.clone) : 'local',
    dependencies,
    toolchain,
    variables: Object.fromEntries(Object.entries(hook.env).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** A relative path in `additional_dependencies` is read from the hook's repository, and from nothing in a local hook. */
async function withSource<T>(
  hook: GitHook,
  context: PrepareContext,
  work: (source: string) => Promise<T>,
): Promise<T> {
  if (hook.repo.kind === 'remote') return work(hook.repo.clone)
  const source = createScratchFolder(join(context.storeDir, 'scratch'), 'local')
  try {
    return await work(source)
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}
