import { readHookFile, removeHookFile } from './hook-file.ts'
import type { Runner } from './shim.ts'

/** A kept hook that would have run the same config once more. */
export type Dropped = { readonly path: string; readonly runner: Runner }

/** A runner that is installed over another keeps its file as if it were somebody's own; nobody wants it back. */
export function dropRunner(path: string, isWanted: (runner: Runner) => boolean = any): Dropped | undefined {
  const file = readHookFile(path)
  const runner = file.kind === 'file' ? file.runner : undefined
  if (runner === undefined || !isWanted(runner)) return undefined
  removeHookFile(path)
  return { path, runner }
}

const any = (): boolean => true
