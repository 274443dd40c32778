import type { Hook } from '../core/hook.ts'
import { issue, notice, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import { isFileProblem, type Files } from '../ports/files.ts'
import type { Watcher, WatchOptions } from '../ports/watch.ts'
import { heldFiles, type Held } from './held-files.ts'

export type SettingsSource =
  | 'user_settings'
  | 'project_settings'
  | 'local_settings'
  | 'policy_settings'
  | 'skills'

/** A file hooks are read from, whether it exists or not. */
export type SettingsFile = { readonly file: string; readonly source: SettingsSource }

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
  readonly applied: readonly SettingsFile[]
  readonly vetoed: readonly SettingsFile[]
  /** Problems of the files as they are now. */
  readonly issues: readonly Issue[]
}

export type Reload = {
  /** Settles when nothing is left to be looked at. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Reads hooks again when their files change, unless a ConfigChange hook says no. */
export async function startReload(parts: ReloadParts): Promise<Reload> {
  const accepted = new Map<string, Held>()
  const seen = new Map<string, Held>()
  let working: Promise<void> | undefined
  let again = false
  let closed = false

  /** A folder is on the list for what may come into it; it holds nothing itself. */
  function read(file: string): Held {
    const content = parts.files.readBytes(file, parts.maxBytes)
    return isFileProblem(content) && content.problem === 'directory' ? undefined : content
  }

  /** Files that are new on the list were read by the load that put them there. */
  function watchAll(): void {
    const settings = parts.settings()
    for (const { file } of settings) if (!seen.has(file)) see(file, read(file))
    watcher.watch(settings.map(({ file }) => file))
  }

  function see(file: string, content: Held): void {
    seen.set(file, content)
    accepted.set(file, content)
  }

  /** Those that differ from the last look, but for edits that were taken back. */
  function look(): readonly (SettingsFile & { readonly content: Held })[] {
    return parts.settings().flatMap((each) => {
      const content = read(each.file)
      const isNews = !isSame(content, seen.get(each.file)) && !isSame(content, accepted.get(each.file))
      seen.set(each.file, content)
      return isNews ? { ...each, content } : []
    })
  }

  function changed(): void {
    again = true
    working ??= work().finally(() => (working = undefined))
  }

  /** Edits while one pass is under way make one more. */
  async function work(): Promise<void> {
    if (!again || closed) return
    again = false
    await pass().catch((error: unknown) => parts.onIssue?.(notReloaded(error)))
    return work()
  }

  async function pass(): Promise<void> {
    const edited = look()
    const applied: SettingsFile[] = []
    const vetoed: SettingsFile[] = []
    for (const { file, source, content } of edited) {
      const isKept = await asks({ file, source })
      accepted.set(file, isKept ? content : accepted.get(file))
      ;(isKept ? applied : vetoed).push({ file, source })
    }
    if (closed) return
    if (edited.length === 0) return watchAll()
    const issues = applied.length === 0 ? NONE : await load()
    watchAll()
    parts.onReload?.({ applied, vetoed, issues })
  }

  async function load(): Promise<readonly Issue[]> {
    const { hooks, issues } = await parts.load(heldFiles(parts.files, accepted))
    if (closed) return NONE
    parts.replace(hooks)
    return issues
  }

  /** True when no hook objects. What an administrator sets is told to hooks, not asked. */
  async function asks({ file, source }: SettingsFile): Promise<boolean> {
    const run = await parts.dispatch({ name: 'ConfigChange', fields: { source, file_path: file } })
    parts.onRun?.(run)
    const [block] = run.blocks
    if (block === undefined) return true
    const isPolicy = source === 'policy_settings'
    parts.onIssue?.(isPolicy ? overruled(file, block.hook) : kept(file, block))
    return isPolicy
  }

  const watcher = await parts.open({
    onChange: changed,
    ...(parts.onIssue && { onProblem: parts.onIssue }),
  })
  watchAll()

  return {
    settled: () => working ?? Promise.resolve(),
    async close() {
      closed = true
      await watcher.close()
      await working
    },
  }
}

const NONE: readonly never[] = Object.freeze([])

function isSame(a: Held, b: Held): boolean {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return JSON.stringify(a) === JSON.stringify(b)
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function kept(file: string, { hook, reason }: Run['blocks'][number]): Issue {
  return notice('config.vetoed', { file, hook }, `The change of "${file}" was not taken over: ${reason}`)
}

function overruled(file: string, hook: string): Issue {
  return notice(
    'config.policy',
    { file, hook },
    `Hook ${hook} objects to the change of "${file}", but a policy cannot be refused; it is in force.`,
  )
}

function notReloaded(error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error)
  return issue('config.reload', {}, `Changed hooks could not be loaded, the old ones stay: ${why}`)
}
