import { issue, type Issue } from '../../core/issue.ts'
import type { HookType } from '../contracts/model.ts'
import { dropRunner, type Dropped } from './drop-runner.ts'
import {
  hookPath,
  isExecutable,
  legacyOf,
  makeFolder,
  moveHookFile,
  readHookFile,
  removeHookFile,
  writeHookFile,
  type HookFile,
} from './hook-file.ts'
import { shimText, type Runner, type Shim } from './shim.ts'

export type InstallRequest = {
  readonly dir: string
  readonly types: readonly HookType[]
  readonly program: Shim['program']
  readonly options: readonly string[]
  readonly mode: number
  /** Hooks of others are deleted instead of kept. */
  readonly force: boolean
}

export type Installed = {
  readonly type: HookType
  readonly path: string
  readonly before: 'nothing' | 'same' | 'foreign' | Runner
  /** A hook of somebody else, kept. It runs before ours, unless it may not be executed. */
  readonly legacy?: { readonly path: string; readonly runs: boolean }
  /** A kept hook that was none of somebody else, and is gone. */
  readonly dropped?: Dropped
  /** Where an older `.legacy` went, so that it is not lost. */
  readonly aside?: string
  /** Deleted by force. */
  readonly deleted: readonly string[]
}

/** Puts our file in the place of each of git's hooks. What is not ours stays, and still runs. */
export function installShims(request: InstallRequest): readonly (Installed | Issue)[] {
  return request.types.map((type) => {
    const path = hookPath(request.dir, type)
    try {
      makeFolder(request.dir)
      return installShim(type, path, request)
    } catch (error) {
      return unwritable(path, error)
    }
  })
}

function installShim(type: HookType, path: string, request: InstallRequest): Installed | Issue {
  const { program, options, mode, force } = request
  const old = readHookFile(path)
  if (old.kind === 'folder') return inTheWay(path)
  const text = shimText({ type, program, options })
  const before = beforeOf(old, { text, mode })
  const deleted = force ? deleteOthers(path, before) : []
  const dropped = dropRunner(legacyOf(path))
  const aside = before === 'foreign' && !force ? keep(path, old) : undefined
  if (before !== 'same') writeHookFile(path, text, mode)
  const legacy = legacyAt(legacyOf(path))
  return {
    type,
    path,
    before,
    deleted,
    ...(legacy !== undefined && { legacy }),
    ...(dropped !== undefined && { dropped }),
    ...(aside !== undefined && { aside }),
  }
}

function beforeOf(old: HookFile, { text, mode }: { text: string; mode: number }): Installed['before'] {
  if (old.kind !== 'file') return 'nothing'
  const isSame = old.text === text && (old.mode === mode || process.platform === 'win32')
  return isSame ? 'same' : (old.runner ?? 'foreign')
}

function legacyAt(path: string): Installed['legacy'] {
  return readHookFile(path).kind === 'file' ? { path, runs: isExecutable(path) } : undefined
}

function deleteOthers(path: string, before: Installed['before']): readonly string[] {
  const legacy = legacyOf(path)
  const hasLegacy = readHookFile(legacy).kind === 'file'
  if (hasLegacy) removeHookFile(legacy)
  return [...(before === 'foreign' ? [path] : []), ...(hasLegacy ? [legacy] : [])]
}

/** Nobody's hook is lost: an older `.legacy` gives way to a name that is free. */
function keep(path: string, old: HookFile): string | undefined {
  const legacy = legacyOf(path)
  const older = readHookFile(legacy)
  const isCopy = older.kind === 'file' && old.kind === 'file' && older.text === old.text
  const aside = older.kind === 'none' || isCopy ? undefined : freeName(`${legacy}.old`)
  if (aside !== undefined) moveHookFile(legacy, aside)
  moveHookFile(path, legacy)
  return aside
}

function freeName(path: string, number = 1): string {
  const name = number === 1 ? path : `${path}.${number}`
  return readHookFile(name).kind === 'none' ? name : freeName(path, number + 1)
}

function inTheWay(path: string): Issue {
  return issue(
    'install.folder',
    { file: path },
    `A folder is where the hook should be: "${path}".`,
    'Move it away, and install again.',
  )
}

function unwritable(path: string, error: unknown): Issue {
  return issue(
    'install.unwritable',
    { file: path },
    `The hook "${path}" cannot be written: ${(error as Error).message}.`,
    'Check who owns the hooks folder, and install again.',
  )
}
