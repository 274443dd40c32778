import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Refusal } from '../core/planner.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { digestAll, digestHook, strayFiles, type Digest, type Project, type Script } from './digest.ts'
import { isInside, realPath } from './places.ts'

export type Approval = {
  readonly id: string
  readonly file: string
  readonly meaning: string
  readonly scripts: readonly Script[]
  readonly at: number
}

export type TrustStatus = 'not-needed' | 'trusted' | 'untrusted' | 'changed'

export type Trust = {
  /** Set when the store cannot be read: nothing of any project is trusted then. */
  readonly problem: Issue | undefined
  status(hook: Hook): TrustStatus
  digest(hook: Hook): Digest
  /** One digest for all hooks among these that need approval. */
  projectDigest(hooks: readonly Hook[]): string
  refuse(hook: Hook, event: Event): Refusal | undefined
  /** For hooks approved as they are now: another file under an approved name in the event's directory is not. */
  refuseStrays(hook: Hook, event: Event): Refusal | undefined
  /** Did this project ever have an approved hook in that file? */
  knows(file: string): boolean
  /** Scripts whose bytes are no longer those that were approved. */
  changedScripts(hook: Hook): readonly ScriptChange[]
  approve(hooks: readonly Hook[], at: number): Issue | undefined
  revoke(): Issue | undefined
}

/** Hashes before and after; undefined where there was no file. */
export type ScriptChange = {
  readonly path: string
  readonly was: string | undefined
  readonly is: string | undefined
}

type Approvals = Readonly<Record<string, Approval>>
type Store = { readonly version: 1; readonly projects: Readonly<Record<string, Approvals>> }

const FILE = 'trust.json'

/** Approvals of one project's hooks, by content. */
export function openTrust(state: State, places: Places, files: Files): Trust {
  const projectDir = realPath(places.projectDir, files)
  const project: Project = { dir: projectDir, written: places.projectDir }
  const { store, problem } = readStore(state)
  let approvals = own(store.projects, projectDir) ?? {}
  const gated = new WeakMap<Hook, boolean>()

  /** Decided once, by where the file was when it was loaded. */
  function isGated(hook: Hook): boolean {
    const known = gated.get(hook) ?? needsTrust(hook, { places, projectDir, files })
    gated.set(hook, known)
    return known
  }

  /** Never remembered: a long-lived engine must notice that a script changed. */
  function digest(hook: Hook): Digest {
    return digestHook(hook, project, files)
  }

  function status(hook: Hook): TrustStatus {
    return isGated(hook) ? statusOf(digest(hook)) : 'not-needed'
  }

  function statusOf({ digest: wanted, meaning }: Digest): TrustStatus {
    if (own(approvals, wanted)) return 'trusted'
    return Object.values(approvals).some((approval) => approval.meaning === meaning) ? 'changed' : 'untrusted'
  }

  function refuse(hook: Hook, event: Event): Refusal | undefined {
    const found = status(hook)
    if (found === 'not-needed') return undefined
    if (found === 'untrusted') return { because: 'untrusted', why: 'not approved for this project' }
    return found === 'changed'
      ? changed(
          hook,
          changedScripts(hook).map((script) => script.path),
        )
      : refuseStrays(hook, event)
  }

  function refuseStrays(hook: Hook, { cwd }: Event): Refusal | undefined {
    const here = realPath(cwd, files)
    if (here === projectDir || !isGated(hook)) return undefined
    return changed(hook, strayFiles(hook, here, { digest: digest(hook), files, project }))
  }

  function changedScripts(hook: Hook): readonly ScriptChange[] {
    const { meaning, scripts } = digest(hook)
    const approved = Object.values(approvals).findLast((approval) => approval.meaning === meaning)
    const before = new Map(approved?.scripts.map((script) => [script.path, script.sha256]))
    const now = new Map(scripts.map((script) => [script.path, script.sha256]))
    const paths = [...new Set([...before.keys(), ...now.keys()])]
    const changes = paths.map((path) => ({ path, was: before.get(path), is: now.get(path) }))
    return changes.filter(({ was, is }) => was !== is)
  }

  /** A store that cannot be read is left as it is: it may hold approvals of a newer version. */
  function save(next: Approvals): Issue | undefined {
    const current = readStore(state)
    if (current.problem) return current.problem
    approvals = next
    const others = Object.entries(current.store.projects).filter(([dir]) => dir !== projectDir)
    const projects = Object.keys(next).length === 0 ? others : [...others, [projectDir, next]]
    const text = JSON.stringify({ version: 1, projects: Object.fromEntries(projects) }, undefined, 1)
    return state.write(FILE, `${text}\n`)
  }

  function approve(hooks: readonly Hook[], at: number): Issue | undefined {
    const entries = hooks.map((hook): [string, Approval] => {
      const { digest: key, meaning, scripts } = digest(hook)
      return [key, { id: hook.id, file: hook.source.file, meaning, scripts, at }]
    })
    return save({ ...approvals, ...Object.fromEntries(entries) })
  }

  return {
    problem,
    status,
    digest,
    refuseStrays,
    projectDigest: (hooks) =>
      digestAll(hooks.flatMap((hook) => (status(hook) === 'not-needed' ? [] : digest(hook).digest))),
    refuse,
    changedScripts,
    approve,
    knows: (file) => Object.values(approvals).some((approval) => approval.file === file),
    revoke: () => save({}),
  }
}

function changed(hook: Hook, paths: readonly string[]): Refusal | undefined {
  if (paths.length === 0) return undefined
  const why = `changed since it was approved: ${paths.join(', ')}`
  return { because: 'changed', why, fails: hook.onFailure === 'ask' || hook.onFailure === 'deny' }
}

/** By scope and by real path: no link brings a project's file past the gate, whichever way it leads. */
function needsTrust(
  hook: Hook,
  { places, projectDir, files }: { places: Places; projectDir: string; files: Files },
): boolean {
  if (hook.handler.type === 'function' || hook.id.startsWith(BROKEN_FILE_PREFIX)) return false
  const { scope, file } = hook.source
  if (scope === 'project' || scope === 'local') return true
  if (!isInside(realPath(file, files), projectDir)) return false
  const isOwn = scope === 'user' || scope === 'managed'
  return !(isOwn && isInside(realPath(places.home, files), projectDir))
}

/** Ids of the hooks that stand in for a file that could not be loaded; no config file can write such an id. */
export const BROKEN_FILE_PREFIX = 'broken:'

function readStore(state: State): { store: Store; problem: Issue | undefined } {
  const empty: Store = { version: 1, projects: {} }
  if (state.problem) return { store: empty, problem: state.problem }
  const text = state.read(FILE)
  if (text === undefined) return { store: empty, problem: undefined }
  const store = parseStore(text)
  if (store) return { store, problem: undefined }
  const problem = issue(
    'trust.unreadable',
    { file: `${state.dir}/${FILE}` },
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

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
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
