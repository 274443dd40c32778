import type { FSWatcher } from 'node:fs'
import type { Issue } from '../core/issue.ts'
import type { Burst } from './watch-burst.ts'
import type { WatchedFolders } from './watch-folders.ts'
import type { Marks } from './watch-marks.ts'

/** What the parts of one watcher share. */
export type WatchState = {
  /** The files that are watched. */
  readonly marks: Marks
  /** The folders that tell about them. */
  folders: WatchedFolders
  /** Those the system tells us about. */
  readonly open: Map<string, OpenFolder>
  /** Those it refused to. */
  readonly refused: Set<string>
  /** Files to look at when the burst ends. */
  readonly touched: Set<string>
  /** Something came, went or was renamed in this burst, so other folders may tell about the files by now. */
  hasMoved: boolean
  readonly burst: Burst
  /** Looks at all files where the system refused. */
  poll: NodeJS.Timeout | undefined
  isClosed: boolean
  readonly watchFolder: (folder: string) => FSWatcher
  readonly onProblem: ((problem: Issue) => void) | undefined
}

export type OpenFolder = { readonly watcher: FSWatcher; readonly identity: string }

/** These files are looked at when the burst ends. */
export function touch({ touched, burst, isClosed }: WatchState, targets: Iterable<string>): void {
  for (const target of targets) touched.add(target)
  if (!isClosed) burst.extend()
}
