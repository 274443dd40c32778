import type { Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import { startReload, type Reloaded, type ReloadParts } from './reload.ts'
import { createFileWatch, type FileWatch, type FileWatchParts } from './watch-files.ts'

export type SessionParts = Pick<FileWatchParts, 'hooks' | 'cwd' | 'open'> & {
  /** The engine's own way to run an event, which tells `heard` of every run. */
  readonly run: FileWatchParts['dispatch'] & ReloadParts['dispatch']
  /** Where hooks come from. Absent: they are not read again. */
  readonly reload?: Pick<ReloadParts, 'settings' | 'files' | 'maxBytes' | 'load' | 'replace'>
  readonly onReload?: (reloaded: Reloaded) => void
  /** Runs that a change of a file began. */
  readonly onRun?: (run: Run) => void
  readonly onIssue?: (problem: Issue) => void
}

/** What goes on around events while a program with an engine lives. */
export type Session = Pick<FileWatch, 'heard' | 'moved' | 'refresh'> & {
  /** Stops watching, and settles when nothing is left to do. */
  close(): Promise<void>
}

export async function openSession({ reload, run, onReload, ...parts }: SessionParts): Promise<Session> {
  const files = createFileWatch({ ...parts, dispatch: run })
  const again = reload && (await startReload({ ...parts, ...reload, dispatch: run, onReload: reloaded }))
  await files.refresh()

  function reloaded(what: Reloaded): void {
    void Promise.resolve(files.refresh()).then(() => onReload?.(what))
  }

  return {
    heard: files.heard,
    moved: files.moved,
    refresh: files.refresh,
    async close() {
      await again?.close()
      await files.close()
    },
  }
}
