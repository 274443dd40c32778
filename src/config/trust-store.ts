import { issue, type Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import type { FollowedParts, Script } from './digest.ts'
import { createStateReader } from './state-reader.ts'

export type Approval = {
  readonly id: string
  readonly file: string
  readonly meaning: string
  readonly scripts: readonly Script[]
  /** What parts of these files name in turn, so that no event has to read them again. */
  readonly followed?: FollowedParts
  /** Of a hook from another repository: the commit that its `rev` stood for. */
  readonly commit?: string
  readonly at: number
}

/** By digest. */
export type Approvals = Readonly<Record<string, Approval>>

type Store = { readonly version: 1; readonly projects: Readonly<Record<string, Approvals>> }

const FILE = 'trust.json'

export type Reading = { readonly approvals: Approvals; readonly problem: Issue | undefined }

/** The approvals of one project as the store has them at each moment, whoever wrote them. */
export type ApprovalStore = {
  /** The file is read again only when it may have changed. */
  read(): Reading
  change(next: (approvals: Approvals) => Approvals): Issue | undefined
}

export function openApprovals(state: State, projectDir: string): ApprovalStore {
  const stored = createStateReader(state, FILE, (text): Reading => {
    const { store, problem } = readStore(text, state.dir)
    return { approvals: own(store.projects, projectDir) ?? {}, problem }
  })

  function read(): Reading {
    const refused = state.problem
    return refused === undefined ? stored() : { approvals: {}, problem: refused }
  }

  return { read, change: (next) => state.update(FILE, (text) => changed(text, { state, projectDir, next })) }
}

type Change = {
  readonly state: State
  readonly projectDir: string
  readonly next: (approvals: Approvals) => Approvals
}

/** A store that cannot be read is left as it is: it may hold approvals of a newer version. */
function changed(text: string | undefined, { state, projectDir, next }: Change): string | Issue {
  const { store, problem } = readStore(text, state.dir)
  if (problem) return problem
  const approvals = next(own(store.projects, projectDir) ?? {})
  const others = Object.entries(store.projects).filter(([dir]) => dir !== projectDir)
  const projects = Object.keys(approvals).length === 0 ? others : [...others, [projectDir, approvals]]
  return `${JSON.stringify({ version: 1, projects: Object.fromEntries(projects) }, undefined, 1)}\n`
}

export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function readStore(text: string | undefined, dir: string): { store: Store; problem: Issue | undefined } {
  const empty: Store = { version: 1, projects: {} }
  if (text === undefined) return { store: empty, problem: undefined }
  const store = parseStore(text)
  if (store) return { store, problem: undefined }
  const problem = issue(
    'trust.unreadable',
    { file: `${dir}/${FILE}` },
    'The trust store cannot be read, so no project hook is trusted.',
    'Delete it and approve your projects again with `hookwright trust add`.',
  )
  return { store: empty, problem }
}

function parseStore(text: string): Store | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isStore(value) ? value : undefined
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
  const { file, meaning, scripts } = value as Partial<Record<keyof Approval, unknown>>
  return (
    typeof file === 'string' &&
    typeof meaning === 'string' &&
    Array.isArray(scripts) &&
    scripts.every(isMapping)
  )
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
