import type { Workspace } from '../workspace/open.ts'
import { discover } from '../config/discover.ts'
import type { Event } from '../core/event.ts'
import type { Issue } from '../core/issue.ts'
import { canonicalEvents } from '../dialects/canonical.ts'
import type { Run } from '../engine/run.ts'
import { limits } from '../engine/limits.ts'
import type { Files } from '../ports/files.ts'
import type { Reloaded } from '../session/reload.ts'
import type { Session } from '../session/session.ts'
import type { LooseInput } from './event-input.ts'

/** Options of `watch`: who hears of changes. Default: nobody does. */
export type WatchOptions = {
  /** Runs that a changed file began: `ConfigChange` and `FileChanged`. Messages in them are for the user. */
  readonly onRun?: (run: Run) => void
  /** Hooks were read again, or a hook refused that. */
  readonly onReload?: (reloaded: Reloaded) => void
  /** Hears of problems with watching, such as a path that cannot be watched. */
  readonly onIssue?: (problem: Issue) => void
}

/** Files that are watched until it is closed. */
export type Watching = Pick<Session, 'moved' | 'close'>

/** The engine's side of watching: it may begin at any time, so what came before is remembered for it. */
export type Watcher = {
  /** Told of every run. */
  heard(run: Run): Promise<void> | undefined
  /** The hooks are others. */
  refresh(): Promise<void> | undefined
  start(options: WatchOptions): Promise<Watching>
  /** For good. */
  close(): Promise<void>
}

/** Events whose hooks may name paths. */
const ASKING: ReadonlySet<string> = new Set(
  Object.values(canonicalEvents).flatMap(({ event, effects }) =>
    effects.includes('watch-paths') ? event : [],
  ),
)

/** `reread` reads again what joined the engine after it was made; it runs whenever settings were read again. */
export function createWatcher(
  workspace: Workspace,
  run: (event: LooseInput) => Promise<Run>,
  reread: Reread,
): Watcher {
  const asking = new Map<string, Run>()
  let latest: Pick<Event, 'sessionId' | 'transcriptPath'> = {}
  let opening: Promise<Session> | undefined
  let session: Session | undefined
  let isOver = false

  function remember(done: Run): void {
    const { name, sessionId, transcriptPath } = done.plan.event
    if (sessionId !== undefined)
      latest = { sessionId, ...(transcriptPath !== undefined && { transcriptPath }) }
    if (!ASKING.has(name)) return
    asking.delete(name)
    asking.set(name, done)
  }

  async function close(): Promise<void> {
    const closing = opening
    opening = undefined
    session = undefined
    await (await closing)?.close()
  }

  return {
    heard(done) {
      remember(done)
      return session?.heard(done)
    },
    refresh: () => session?.refresh(),
    async start(options) {
      if (isOver) throw new Error('The engine was disposed.')
      if (opening !== undefined) throw new Error('The engine watches already.')
      opening = startWatching(withReread(workspace, reread), (event) => run({ ...latest, ...event }), options)
      const opened = await opening
      if (isOver) throw new Error('The engine was disposed.')
      session = opened
      for (const done of asking.values()) await opened.heard(done)
      return { moved: opened.moved, close }
    },
    close() {
      isOver = true
      return close()
    },
  }
}

type Reread = (files: Files) => Promise<readonly Issue[]>

function withReread(workspace: Workspace, reread: Reread): Workspace {
  return {
    ...workspace,
    async reload(files) {
      const loaded = await workspace.reload(files)
      return { ...loaded, issues: [...loaded.issues, ...(await reread(files))] }
    },
  }
}

/** Watches the files that hooks come from, and those that `FileChanged` hooks are about. */
async function startWatching(
  { core, places, request, loaded, files, reload }: Workspace,
  run: (event: LooseInput) => Promise<Run>,
  options: WatchOptions,
): Promise<Session> {
  const [{ openSession }, { openWatcher }, { settingsFiles }] = await Promise.all([
    import('../session/session.ts'),
    import('../ports/watch.ts'),
    import('../session/settings-list.ts'),
  ])
  const specs = request.sources.flatMap((source) => request.dialects.get(source)?.files(places) ?? [])
  return openSession({
    ...options,
    run,
    hooks: core.hooks,
    cwd: places.startDir,
    open: (watch) => Promise.resolve(openWatcher(watch)),
    reload: {
      // A folder may hold more files than when the engine was made.
      settings: () => settingsFiles(specs, [...loaded.files, ...discover(specs, files).found]),
      files,
      maxBytes: limits.configBytes,
      load: reload,
      replace: core.replace,
    },
  })
}
