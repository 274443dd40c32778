import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import type { FileChange, Watcher, WatchOptions } from '../ports/watch.ts'
import { askedFor, namedFiles, patternIssues } from './watch-list.ts'

/** What is said of a change; the engine adds the rest of the event. */
export type SessionEvent = Pick<Event, 'name' | 'cwd' | 'fields'> &
  Pick<Partial<Event>, 'sessionId' | 'transcriptPath'>

export type FileWatchParts = {
  /** Runs an event's hooks, and tells `heard` like every other run. */
  readonly dispatch: (event: SessionEvent) => Promise<Run>
  readonly hooks: () => readonly Hook[]
  readonly cwd: string
  /** Called when there is something to watch, and only then. */
  readonly open: (options: WatchOptions) => Promise<Watcher>
  /** The runs nobody asked for: messages in them are for the user. */
  readonly onRun?: (run: Run) => void
  readonly onIssue?: (problem: Issue) => void
}

export type FileWatch = {
  /** Told of every run. Settles when what its hooks want watched is watched; undefined when that is nothing new. */
  heard(run: Run): Promise<void> | undefined
  /** The session's directory is another. */
  moved(cwd: string): Promise<void> | undefined
  /** The hooks are others. */
  refresh(): Promise<void> | undefined
  close(): Promise<void>
}

/** Problems are told once each, as long as they are few. */
const MOST_REMEMBERED = 256

/** Fires FileChanged for the files that matchers name and the paths that hooks asked for. */
export function createFileWatch(parts: FileWatchParts): FileWatch {
  const { onRun, onIssue } = parts
  const firing = new Map<string, { readonly done: Promise<void>; next?: FileChange['kind'] | undefined }>()
  const said = new Set<string>()
  let session: Pick<SessionEvent, 'sessionId' | 'transcriptPath'> = {}
  let { cwd } = parts
  let dynamic: readonly string[] = []
  let watcher: Promise<Watcher> | undefined
  let closed = false

  function list(): readonly string[] {
    return [...namedFiles(parts.hooks(), cwd), ...dynamic]
  }

  function update(): Promise<void> | undefined {
    if (closed || (watcher === undefined && list().length === 0)) return undefined
    watcher ??= parts.open({
      onChange: (changes) => changes.forEach(changed),
      ...(onIssue && { onProblem: onIssue }),
    })
    // The list as it is when the watcher is there: an earlier call must not undo a later one.
    return watcher.then((open) => open.watch(list()))
  }

  function changed({ path, kind }: FileChange): void {
    const current = firing.get(path)
    if (current !== undefined) current.next = following(current.next, kind)
    else if (!closed) firing.set(path, { done: fire(path, kind) })
  }

  /** One firing per path at a time; what happens meanwhile makes one more. */
  async function fire(path: string, kind: FileChange['kind']): Promise<void> {
    await dispatch(path, kind)
    const current = firing.get(path)
    const next = current?.next
    if (current === undefined || next === undefined || closed) return void firing.delete(path)
    current.next = undefined
    return fire(path, next)
  }

  async function dispatch(path: string, kind: FileChange['kind']): Promise<void> {
    try {
      const fields = { file_path: path, event: kind }
      const run = await parts.dispatch({ name: 'FileChanged', cwd, ...session, fields })
      onRun?.(run)
    } catch (error) {
      if (!closed) onIssue?.(notFired(path, error))
    }
  }

  function complain(issues: readonly Issue[]): void {
    const fresh = issues.filter(({ message }) => !said.has(message))
    if (said.size > MOST_REMEMBERED) said.clear()
    for (const problem of fresh) {
      said.add(problem.message)
      onIssue?.(problem)
    }
  }

  function moved(next: string): Promise<void> | undefined {
    if (next === cwd) return undefined
    cwd = next
    return update()
  }

  function refresh(): Promise<void> | undefined {
    complain(patternIssues(parts.hooks()))
    return update()
  }

  return {
    heard(run) {
      const { event } = run.plan
      session = sessionOf(event) ?? session
      const place = newDirectory(event)
      const asked = askedFor(run)
      if (asked !== undefined) {
        dynamic = asked.paths
        complain(asked.issues)
      }
      if (place !== undefined && place !== cwd) return moved(place)
      return asked && update()
    },
    moved,
    refresh,
    async close() {
      closed = true
      await (await watcher)?.close()
      await Promise.all([...firing.values()].map(({ done }) => done))
    },
  }
}

/** What two changes are together, to one who has seen neither; undefined when they cancel out. */
function following(
  earlier: FileChange['kind'] | undefined,
  later: FileChange['kind'],
): FileChange['kind'] | undefined {
  if (earlier === undefined || earlier === later) return later
  if (earlier === 'unlink') return 'change'
  if (later === 'unlink') return earlier === 'add' ? undefined : 'unlink'
  return earlier
}

function sessionOf({
  sessionId,
  transcriptPath,
}: Event): Pick<SessionEvent, 'sessionId' | 'transcriptPath'> | undefined {
  if (sessionId === undefined) return undefined
  return { sessionId, ...(transcriptPath !== undefined && { transcriptPath }) }
}

function newDirectory({ name, cwd, fields }: Event): string | undefined {
  if (name === 'SessionStart') return cwd
  const { new_cwd: next } = fields
  return name === 'CwdChanged' && typeof next === 'string' ? next : undefined
}

function notFired(path: string, error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error)
  return issue(
    'watch.dispatch',
    { file: path },
    `The hooks for a change of "${path}" could not be run: ${why}`,
  )
}
