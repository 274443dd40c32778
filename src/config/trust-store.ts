import { issue, type Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import type { ApprovedForm } from './approved-form.ts'
import type { FollowedParts, Script } from './digest.ts'
import { isInside } from './places.ts'
import { createStateReader } from './state-reader.ts'

/** What was approved once, and what is kept of it. */
export type Approval = {
  readonly id: string
  readonly file: string
  readonly meaning: string
  readonly scripts: readonly Script[]
  /** What parts of these files name in turn, so that no event has to read them again. */
  readonly followed?: FollowedParts
  /** Of a hook from another repository: the commit that its `rev` stood for. */
  readonly commit?: string
  /** What the hook was for, and its definition. Absent: approved by a version that did not keep it. */
  readonly form?: ApprovedForm
  readonly at: number
}

/** By digest. */
export type Approvals = Readonly<Record<string, Approval>>

export type Projects = Readonly<Record<string, Approvals>>
export type Store = { readonly version: 1; readonly projects: Projects }

export const STORE_FILE = 'trust.json'

export type Reading = {
  readonly approvals: Approvals
  /** Of other projects that the session's folder lies in: by deleting `.git`, a folder becomes part of another one. */
  readonly around: Projects
  readonly problem: Issue | undefined
}

/** The approvals of one project as the store has them at each moment, whoever wrote them. */
export type ApprovalStore = {
  /** The file is read again only when it may have changed. */
  read(): Reading
}

/** `startDir`: where the session is, with its links followed. Default: the project's folder. */
export function openApprovals(state: State, projectDir: string, startDir = projectDir): ApprovalStore {
  const stored = createStateReader(state, STORE_FILE, (text): Reading => {
    const { store, problem } = readStore(text, state.dir)
    const around = Object.entries(store.projects).filter(
      ([dir]) => dir !== projectDir && isInside(startDir, dir),
    )
    return { approvals: own(store.projects, projectDir) ?? {}, around: Object.fromEntries(around), problem }
  })

  function read(): Reading {
    const refused = state.problem
    return refused === undefined ? stored() : { approvals: {}, around: {}, problem: refused }
  }

  return { read }
}

export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

export function readStore(
  text: string | undefined,
  dir: string,
): { store: Store; problem: Issue | undefined } {
  const empty: Store = { version: 1, projects: {} }
  if (text === undefined) return { store: empty, problem: undefined }
  const store = parseStore(text)
  if (store) return { store, problem: undefined }
  const problem = issue(
    'trust.unreadable',
    { file: `${dir}/${STORE_FILE}` },
    'The trust store cannot be read, so no project hook is trusted.',
    isNewer(text)
      ? 'A newer version of hookwright wrote it: update this one.'
      : 'Delete it and approve your projects again with `hookwright trust add`.',
  )
  return { store: empty, problem }
}

function parseStore(text: string): Store | undefined {
  const value = parsed(text)
  return isStore(value) ? value : undefined
}

function isNewer(text: string): boolean {
  const value = parsed(text)
  return isMapping(value) && typeof value['version'] === 'number' && value['version'] > 1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStore(value: unknown): value is Store {
  if (!isMapping(value) || value['version'] !== 1 || !isMapping(value['projects'])) return false
  return Object.values(value['projects']).every(
    (approvals) => isMapping(approvals) && Object.values(approvals).every(isApproval),
  )
}

function isApproval(value: unknown): value is Approval {
  if (!isMapping(value)) return false
  const { id, file, meaning, scripts } = value as Partial<Record<keyof Approval, unknown>>
  return (
    [id, file, meaning].every((each) => typeof each === 'string') &&
    Array.isArray(scripts) &&
    scripts.every(isMapping)
  )
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
