import { issue, type Issue } from '../../core/issue.ts'
import type { HookType } from '../contracts/model.ts'
import { dropRunner, type Dropped } from './drop-runner.ts'
import { hookPath, legacyOf, moveHookFile, readHookFile, removeHookFile } from './hook-file.ts'
import type { Runner } from './shim.ts'

export type Uninstalled = {
  readonly type: HookType
  readonly path: string
  /** A kept hook that is not worth its place, and is gone. */
  readonly dropped?: Dropped
} & (
  | { readonly kind: 'removed'; readonly restored?: string }
  | { readonly kind: 'nothing'; readonly legacy?: string }
  /** Absent: nobody we know. */
  | { readonly kind: 'foreign'; readonly runner?: Runner }
)

/** Removes our own files, and gives hooks that were there before their place back. */
export function uninstallShims({
  dir,
  types,
}: {
  readonly dir: string
  readonly types: readonly HookType[]
}): readonly (Uninstalled | Issue)[] {
  return types.map((type) => {
    const path = hookPath(dir, type)
    try {
      return uninstallShim(type, path)
    } catch (error) {
      return unwritable(path, error)
    }
  })
}

function uninstallShim(type: HookType, path: string): Uninstalled {
  const file = readHookFile(path)
  const runner = file.kind === 'file' ? file.runner : undefined
  const isOurs = runner === 'hookwright'
  const dropped = dropRunner(legacyOf(path), (other) => isOurs || other === 'hookwright')
  const about = { type, path, ...(dropped && { dropped }) }
  const legacy = readHookFile(legacyOf(path)).kind === 'file' ? legacyOf(path) : undefined
  if (file.kind === 'none') return { ...about, kind: 'nothing', ...(legacy !== undefined && { legacy }) }
  if (!isOurs) return { ...about, kind: 'foreign', ...(runner && { runner }) }
  if (legacy === undefined) removeHookFile(path)
  else moveHookFile(legacy, path)
  return { ...about, kind: 'removed', ...(legacy !== undefined && { restored: legacy }) }
}

function unwritable(path: string, error: unknown): Issue {
  return issue(
    'install.unwritable',
    { file: path },
    `The hook "${path}" cannot be removed: ${(error as Error).message}.`,
    'Check who owns the hooks folder.',
  )
}
