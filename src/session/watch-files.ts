import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import type { FileChange, Watcher, WatchOptions } from '../ports/watch.ts'
import { createFileFirings, type FileFirings } from './file-firings.ts'
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
  /** Call after the session's directory changed. Settles when the paths relative to it are watched there. */
  moved(cwd: string): Promise<void> | undefined
  /** The hooks are others. */
  refresh(): Promise<void> | undefined
  close(): Promise<void>
}

/** Problems are told once each, as long as they are few. */
const MOST_REMEMBERED = 256

/** What the parts of one watch share. */
type FileWatching = {
  readonly parts: FileWatchParts
  readonly firings: FileFirings
  /** Problems that were told. */
  readonly said: Set<string>
  /** Whose events are fired. */
  session: Pick<SessionEvent, 'sessionId' | 'transcriptPath'>
  cwd: string
  /** The paths that hooks asked for. */
  dynamic: readonly string[]
  /** Undefined until there is something to watch. */
  watcher: Promise<Watcher> | undefined
  isClosed: boolean
}

/** Fires FileChanged for the files that matchers name and the paths that hooks asked for. */
export function createFileWatch(parts: FileWatchParts): FileWatch {
  const state: FileWatching = {
    parts,
    firings: createFileFirings((change) => fire(state, change)),
    said: new Set(),
    session: {},
    cwd: parts.cwd,
    dynamic: [],
    watcher: undefined,
    isClosed: false,
  }
  return {
    heard: (run) => heard(state, run),
    moved: (next) => moved(state, next),
    refresh() {
      complain(state, patternIssues(parts.hooks()))
      return update(state)
    },
    async close() {
      state.isClosed = true
      state.firings.stop()
      await (await state.watcher)?.close()
      await state.firings.settled()
    },
  }
}

function heard(state: FileWatching, run: Run): Promise<void> | undefined {
  const { event } = run.plan
  state.session = sessionOf(event) ?? state.session
  const place = newDirectory(event)
  const asked = askedFor(run)
  if (asked !== undefined) {
    state.dynamic = asked.paths
    complain(state, asked.issues)
  }
  if (place !== undefined && place !== state.cwd) return moved(state, place)
  return asked && update(state)
}

function moved(state: FileWatching, next: string): Promise<void> | undefined {
  if (next === state.cwd) return undefined
  state.cwd = next
  return update(state)
}

function update(state: FileWatching): Promise<void> | undefined {
  const { parts, firings } = state
  if (state.isClosed || (state.watcher === undefined && listOf(state).length === 0)) return undefined
  state.watcher ??= parts.open({
    onChange: (changes) => changes.forEach(firings.add),
    ...(parts.onIssue && { onProblem: parts.onIssue }),
  })
  // The list as it is when the watcher is there: an earlier call must not undo a later one.
  return state.watcher.then((open) => open.watch(listOf(state)))
}

function listOf({ parts, cwd, dynamic }: FileWatching): readonly string[] {
  return [...namedFiles(parts.hooks(), cwd), ...dynamic]
}

async function fire(state: FileWatching, { path, kind }: FileChange): Promise<void> {
  const { parts, cwd, session } = state
  try {
    const fields = { file_path: path, event: kind }
    const run = await parts.dispatch({ name: 'FileChanged', cwd, ...session, fields })
    parts.onRun?.(run)
  } catch (error) {
    if (!state.isClosed) parts.onIssue?.(notFired(path, error))
  }
}

function complain({ said, parts }: FileWatching, issues: readonly Issue[]): void {
  const fresh = issues.filter(({ message }) => !said.has(message))
  if (said.size > MOST_REMEMBERED) said.clear()
  for (const problem of fresh) {
    said.add(problem.message)
    parts.onIssue?.(problem)
  }
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
