import type { Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import { collectKept, hasRubbish, keepsNothing, writeKept, type KeptBytes } from './approved-bytes.ts'
import { markGuarded } from './guarded-places.ts'
import { own, readStore, STORE_FILE, type Approval, type Approvals, type Store } from './trust-store.ts'

export type NextApprovals = (approvals: Approvals) => Approvals

export type ChangeTerms = {
  /** Bytes of scripts that the new approvals name. */
  readonly kept?: KeptBytes
  /** How long others are waited for, instead of the usual time. */
  readonly waitMs?: number
}

type Change = ChangeTerms & { readonly projectDir: string; readonly next: NextApprovals }

/** Changes the approvals of one project, by what the store holds now; of writers at the same time none is lost. */
export function changeApprovals(state: State, change: Change): Issue | undefined {
  const problem = state.update(STORE_FILE, (text) => changed(text, state, change), change.waitMs)
  if (problem === undefined) collect(state)
  return problem
}

/** A store that cannot be read is left as it is: it may hold approvals of a newer version. */
function changed(text: string | undefined, state: State, { projectDir, next, kept }: Change): string | Issue {
  const { store, problem } = readStore(text, state.dir)
  if (problem) return problem
  const approvals = next(own(store.projects, projectDir) ?? {})
  const others = Object.entries(store.projects).filter(([dir]) => dir !== projectDir)
  const projects = Object.fromEntries(
    Object.keys(approvals).length === 0 ? others : [...others, [projectDir, approvals] as const],
  )
  // Under the lock: to a process that cleans up, bytes that no approval names yet are rubbish.
  if (kept !== undefined) writeKept(state, kept)
  markGuarded(state, guardedIn(projects), projectDir)
  return written({ version: 1, projects })
}

function written(store: Store): string {
  return `${JSON.stringify(store, undefined, 1)}\n`
}

function guardedIn(projects: Store['projects']): readonly string[] {
  const isKept = ({ form }: Approval): boolean => form !== undefined
  return Object.entries(projects).flatMap(([dir, approvals]) =>
    Object.values(approvals).some(isKept) ? dir : [],
  )
}

/** In a second change: bytes are removed only when the store on the disk no longer names them. */
function collect(state: State): void {
  if (keepsNothing(state)) return
  const { store, problem } = readStore(state.read(STORE_FILE), state.dir)
  if (problem !== undefined || !hasRubbish(state, namedIn(store))) return
  state.update(STORE_FILE, (text) => {
    const now = readStore(text, state.dir)
    if (now.problem !== undefined) return now.problem
    collectKept(state, namedIn(now.store))
    return text ?? written(now.store)
  })
}

function namedIn({ projects }: Store): ReadonlySet<string> {
  const approvals = Object.values(projects).flatMap((each) => Object.values(each))
  return new Set(approvals.flatMap(({ scripts }) => scripts.map(({ sha256 }) => sha256)))
}
