import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import type { Files } from '../ports/files.ts'
import type { Watcher, WatchOptions } from '../ports/watch.ts'
import { heldFiles } from './held-files.ts'
import { kept, notReloaded, overruled } from './reload-issues.ts'
import { acceptNew, editsOf, type HeldSettings } from './held-settings.ts'

export type SettingsSource =
  | 'user_settings'
  | 'project_settings'
  | 'local_settings'
  | 'policy_settings'
  | 'skills'

/** A file hooks are read from, whether it exists or not. */
export type SettingsFile = {
  /** Absolute path of the file. */
  readonly file: string
  /** Whose settings the file holds, as `ConfigChange` hooks are told. */
  readonly source: SettingsSource
}

type ConfigChange = {
  readonly name: 'ConfigChange'
  readonly fields: { readonly source: SettingsSource; readonly file_path: string }
}

export type ReloadParts = {
  /** Asked again after every change: a new file may name others. Folders are listed for what may come into them. */
  readonly settings: () => readonly SettingsFile[]
  readonly files: Files
  readonly maxBytes: number
  readonly dispatch: (event: ConfigChange) => Promise<Run>
  /** Builds the hooks in force, reading only through the files it is given. Broken files are its own business. */
  readonly load: (
    files: Files,
  ) => Promise<{ readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }>
  readonly replace: (hooks: readonly Hook[]) => void
  readonly open: (options: WatchOptions) => Promise<Watcher>
  readonly onReload?: (reloaded: Reloaded) => void
  readonly onRun?: (run: Run) => void
  readonly onIssue?: (problem: Issue) => void
}

/** One burst of edits: what is in force now, and what a hook kept out. */
export type Reloaded = {
  /** Files whose changes are in force now. */
  readonly applied: readonly SettingsFile[]
  /** Files whose changes a `ConfigChange` hook refused; what they held before stays in force. */
  readonly vetoed: readonly SettingsFile[]
  /** Problems of the files as they are now. */
  readonly issues: readonly Issue[]
}

export type Reload = {
  /** Settles when nothing is left to be looked at. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What the steps of reading again share. */
type Reloading = {
  readonly parts: ReloadParts
  readonly held: HeldSettings
  /** Undefined while it is being opened. */
  watcher: Watcher | undefined
  /** The passes under way. */
  working: Promise<void> | undefined
  /** Something changed since the last pass began. */
  isStale: boolean
  isClosed: boolean
}

/** Reads hooks again when their files change, unless a ConfigChange hook says no. */
export async function startReload(parts: ReloadParts): Promise<Reload> {
  const state: Reloading = {
    parts,
    held: { seen: new Map(), accepted: new Map() },
    watcher: undefined,
    working: undefined,
    isStale: false,
    isClosed: false,
  }
  const watcher = await parts.open({
    onChange: () => changed(state),
    ...(parts.onIssue && { onProblem: parts.onIssue }),
  })
  state.watcher = watcher
  watchAll(state)
  return {
    settled: () => state.working ?? Promise.resolve(),
    async close() {
      state.isClosed = true
      await watcher.close()
      await state.working
    },
  }
}

function watchAll({ parts, held, watcher }: Reloading): void {
  const settings = parts.settings()
  acceptNew(held, settings, parts)
  watcher?.watch(settings.map(({ file }) => file))
}

function changed(state: Reloading): void {
  state.isStale = true
  state.working ??= work(state).finally(() => (state.working = undefined))
}

/** Edits while one pass is under way make one more. */
async function work(state: Reloading): Promise<void> {
  if (!state.isStale || state.isClosed) return
  state.isStale = false
  await pass(state).catch((error: unknown) => state.parts.onIssue?.(notReloaded(error)))
  return work(state)
}

async function pass(state: Reloading): Promise<void> {
  const { parts, held } = state
  const edited = editsOf(held, parts.settings(), parts)
  const applied: SettingsFile[] = []
  const vetoed: SettingsFile[] = []
  for (const { file, source, content } of edited) {
    const isKept = await asks(parts, { file, source })
    held.accepted.set(file, isKept ? content : held.accepted.get(file))
    ;(isKept ? applied : vetoed).push({ file, source })
  }
  if (state.isClosed) return
  if (edited.length === 0) return watchAll(state)
  const issues = applied.length === 0 ? NONE : await load(state)
  watchAll(state)
  parts.onReload?.({ applied, vetoed, issues })
}

async function load(state: Reloading): Promise<readonly Issue[]> {
  const { parts, held } = state
  const { hooks, issues } = await parts.load(heldFiles(parts.files, held.accepted))
  if (state.isClosed) return NONE
  parts.replace(hooks)
  return issues
}

/** True when no hook objects. What an administrator sets is told to hooks, not asked. */
async function asks(parts: ReloadParts, { file, source }: SettingsFile): Promise<boolean> {
  const run = await parts.dispatch({ name: 'ConfigChange', fields: { source, file_path: file } })
  parts.onRun?.(run)
  const [block] = run.blocks
  if (block === undefined) return true
  const isPolicy = source === 'policy_settings'
  parts.onIssue?.(isPolicy ? overruled(file, block.hook) : kept(file, block))
  return isPolicy
}

const NONE: readonly never[] = Object.freeze([])
