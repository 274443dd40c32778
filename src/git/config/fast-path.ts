import type { HookDefinition } from '../contracts/own-hook.ts'
import type { RemoteRepo, RepoConfig } from './config.ts'
import type { HookOptions } from './hook-keys.ts'

const PRE_COMMIT_HOOKS = 'https://github.com/pre-commit/pre-commit-hooks'

/** Ours by name only: that repository has no such hook, or one that prints other text. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'check-json5',
  'check-jsonc',
  'deny-filename-pattern',
  'deny-pattern',
  'pretty-format-json',
  'require-filename-pattern',
  'require-pattern',
])

type FastPath = { builtin(id: string): HookDefinition | undefined; readonly fastPath: boolean }

/** The hook of ours that stands for one of pre-commit-hooks, at any `rev`. */
export function fastPathHook(
  repo: RepoConfig,
  options: HookOptions,
  { builtin, fastPath }: FastPath,
): HookDefinition | undefined {
  if (!fastPath || repo.kind !== 'remote' || repo.url !== PRE_COMMIT_HOOKS) return undefined
  const isChanged =
    options.language !== undefined || options.entry !== undefined || options.shell !== undefined
  return isChanged || NOT_THERE.has(options.id) ? undefined : builtin(options.id)
}

/** Whether any hook needs the repository itself. */
export function needsClone(repo: RemoteRepo, path: FastPath): boolean {
  return repo.hooks.some(({ options }) => fastPathHook(repo, options, path) === undefined)
}
