import { isAbsolute } from 'node:path'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Refusal } from '../core/planner.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { digestAll, digestHook, digestMeaning, strayFiles, type Digest, type Project } from './digest.ts'
import { isInside, realPath } from './places.ts'
import { own, readApprovals, writeApprovals, type Approval, type Approvals } from './trust-store.ts'

export type TrustStatus = 'not-needed' | 'trusted' | 'untrusted' | 'changed'

export type Trust = {
  /** Set when the store cannot be read: nothing of any project is trusted then. */
  readonly problem: Issue | undefined
  /** Whether a hook comes from inside the project, and so needs an approval. */
  isGated(hook: Hook): boolean
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

/** Approvals of one project's hooks, by content. */
export function openTrust(state: State, places: Places, files: Files): Trust {
  const projectDir = realPath(places.projectDir, files)
  const project: Project = { dir: projectDir, written: places.projectDir }
  const { approvals: stored, problem } = readApprovals(state, projectDir)
  let approvals = stored
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

  /** Files are looked at only for a hook that was approved once: what a stranger's config names costs nothing. */
  function status(hook: Hook): TrustStatus {
    if (!isGated(hook)) return 'not-needed'
    if (approvalOf(digestMeaning(hook, project)) === undefined) return 'untrusted'
    return own(approvals, digest(hook).digest) ? 'trusted' : 'changed'
  }

  function approvalOf(meaning: string): Approval | undefined {
    return Object.values(approvals).find((approval) => approval.meaning === meaning)
  }

  function refuse(hook: Hook, event: Event): Refusal | undefined {
    switch (status(hook)) {
      case 'not-needed':
        return undefined
      case 'untrusted':
        return { because: 'untrusted', why: 'not approved for this project' }
      case 'changed':
        return changed(hook, pathsOf(changedScripts(hook)))
      case 'trusted':
        return refuseStrays(hook, event)
    }
  }

  function refuseStrays(hook: Hook, { cwd }: Event): Refusal | undefined {
    const here = realPath(cwd, files)
    if (here === projectDir || !isGated(hook)) return undefined
    return changed(hook, strayFiles(hook, here, { digest: digest(hook), files, project }))
  }

  function changedScripts(hook: Hook): readonly ScriptChange[] {
    const { meaning, scripts } = digest(hook)
    const before = new Map(approvalOf(meaning)?.scripts.map((script) => [script.path, script.sha256]))
    const now = new Map(scripts.map((script) => [script.path, script.sha256]))
    const paths = [...new Set([...before.keys(), ...now.keys()])]
    const changes = paths.map((path) => ({ path, was: before.get(path), is: now.get(path) }))
    return changes.filter(({ was, is }) => was !== is)
  }

  function save(next: Approvals): Issue | undefined {
    const unsaved = writeApprovals(state, projectDir, next)
    if (unsaved === undefined) approvals = next
    return unsaved
  }

  /** An older approval of the same hook ends: going back to a script that was replaced asks again. */
  function approve(hooks: readonly Hook[], at: number): Issue | undefined {
    const entries = hooks.map((hook): [string, Approval] => {
      const { digest: key, meaning, scripts } = digest(hook)
      return [key, { id: hook.id, file: hook.source.file, meaning, scripts, at }]
    })
    const renewed = new Set(entries.map(([, approval]) => approval.meaning))
    const kept = Object.entries(approvals).filter(([, approval]) => !renewed.has(approval.meaning))
    return save(Object.fromEntries([...kept, ...entries]))
  }

  return {
    problem,
    isGated,
    status,
    digest,
    refuseStrays,
    projectDigest: (hooks) => digestAll(hooks.flatMap((hook) => (isGated(hook) ? digest(hook).digest : []))),
    refuse,
    changedScripts,
    approve,
    knows: (file) => Object.values(approvals).some((approval) => approval.file === file),
    revoke: () => save({}),
  }
}

function pathsOf(changes: readonly ScriptChange[]): readonly string[] {
  return changes.map(({ path }) => path)
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
  // Readers name files by their whole path; what has none was handed over by the calling program.
  if (!isAbsolute(file)) return false
  if (!isInside(realPath(file, files), projectDir)) return false
  const isOwn = scope === 'user' || scope === 'managed'
  return !(isOwn && places.isHomeInside)
}

/** Ids of the hooks that stand in for a file that could not be loaded; no config file can write such an id. */
export const BROKEN_FILE_PREFIX = 'broken:'
