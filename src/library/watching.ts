import type { Workspace } from '../compose.ts'
import { discover } from '../config/discover.ts'
import type { Issue } from '../core/issue.ts'
import { dialects } from '../dialects/index.ts'
import type { Run } from '../engine/engine.ts'
import { limits } from '../engine/limits.ts'
import type { Reloaded } from '../session/reload.ts'
import type { Session } from '../session/session.ts'
import type { EventInput } from './event-input.ts'

export type WatchOptions = {
  /** Runs that a changed file began: `ConfigChange` and `FileChanged`. Messages in them are for the user. */
  readonly onRun?: (run: Run) => void
  /** Hooks were read again, or a hook refused that. */
  readonly onReload?: (reloaded: Reloaded) => void
  readonly onIssue?: (problem: Issue) => void
}

/** Files that are watched until it is closed. */
export type Watching = Pick<Session, 'moved' | 'close'>

/** Watches the files that hooks come from, and those that `FileChanged` hooks are about. */
export async function startWatching(
  { core, places, request, loaded, files, reload }: Workspace,
  run: (event: EventInput) => Promise<Run>,
  options: WatchOptions,
): Promise<Session> {
  const [{ openSession }, { openWatcher }, { settingsFiles }] = await Promise.all([
    import('../session/session.ts'),
    import('../ports/watch.ts'),
    import('../session/settings-list.ts'),
  ])
  const specs = request.sources.flatMap((source) => dialects.get(source)?.files(places) ?? [])
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
