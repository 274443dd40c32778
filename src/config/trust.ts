import { isAbsolute } from 'node:path'
import type { Event } from '../core/event.ts'
import type { HostVariables } from '../core/host-variables.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { NamedFiles } from '../core/named-files.ts'
import type { Refusal } from '../core/policy.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import type { Covering, createCovering, Seen } from './covering.ts'
import type { Digest, Follow, Script } from './digest.ts'
import { isGuarded } from './guarded-places.ts'
import type { HookStatus } from './hook-states.ts'
import { digestAll, digestMeaning, type Project } from './meaning.ts'
import { isInside, realPath } from './places.ts'
import { openApprovals, own, type Approval, type Approvals } from './trust-store.ts'
import type { Watch } from './watch-scripts.ts'

export type TrustStatus = 'not-needed' | 'trusted' | 'untrusted' | 'changed'

export type Trust = {
  /** Set when the store cannot be read: nothing of any project is trusted then. */
  readonly problem: Issue | undefined
  /** Whether a hook comes from inside the project, and so needs an approval. */
  isGated(hook: Hook): boolean
  /**
   * Loads what looks at the files of approvals, which a call without a matching hook must not pay for. Before it,
   * `refuse` counts every approved hook as changed, and what needs a digest throws.
   */
  prepare(): Promise<void>
  status(hook: Hook): TrustStatus
  digest(hook: Hook): Digest
  /** Prepares, and loads what reads packages; before it, only approved ones are known, and others count as changed. */
  loadReader(): Promise<void>
  /** One digest for all hooks among these that need approval. */
  projectDigest(hooks: readonly Hook[]): string
  refuse(hook: Hook, event: Event): Refusal | undefined
  /** For hooks approved as they are now: another file under an approved name in the event's directory is not. */
  refuseStrays(hook: Hook, event: Event): Refusal | undefined
  /** Lets the hook run as it was when this digest was taken; `watch` compares with that. */
  pass(hook: Hook, digest: Digest): void
  /** For a hook that was let run for this event: tells whether the files of its approval changed since. */
  watch(hook: Hook, event: Event): Watch | undefined
  /** Did this project ever have an approved hook in that file? */
  knows(file: string): boolean
  /** Scripts whose bytes are no longer those that were approved. */
  changedScripts(hook: Hook): readonly ScriptChange[]
  /** `commitOf`: what the approval of a hook from another repository pins. */
  approve(hooks: readonly Hook[], at: number, commitOf?: CommitOf): Issue | undefined
  /** Approves exactly what was looked at. `now`: all hooks there are, whose approvals stay. */
  approveSeen(seen: Seen, at: number, now: readonly Seen[]): Issue | undefined
  /** Approves exactly what was looked at. `kept`, `ended`: digests of approvals that stay, and of those that end with it. */
  settle(seen: readonly Seen[], sparing: Sparing, at: number): Issue | undefined
  /**
   * The state of every hook among these that needs an approval, and of every approval of the project whose hook is no
   * longer among them. Call `loadReader` first.
   */
  states(hooks: readonly Hook[]): readonly HookStatus[]
  /**
   * Adds what older versions did not keep to approvals of hooks that are among these as they were approved, so that they
   * are missed when they are changed or gone. Nobody waits for it.
   */
  complete(hooks: readonly Hook[]): Promise<void>
  /** By digest, whether or not a hook has it now. */
  approvals(): Approvals
  /** Approvals of this project, and of others that the session's folder lies in. */
  stored(): readonly StoredApproval[]
  /** Whether something was approved for the session's folder or one above it. Reads no store. */
  isGuarded(): boolean
  /** Digest of what the hook does, without a look at files. */
  meaning(hook: Hook): string
  /** Lets a hook pass that stands in for another one. It must not start anything. */
  admit(standIn: Hook): Hook
  /** The definition of a hook as text, to compare with `form.definition` of an approval. */
  definition(hook: Hook): string
  /** The bytes of an approved script, by their SHA-256. Undefined: they were not kept. */
  keptScript(sha256: string): Uint8Array | undefined
  /** Absent: everything of this project. */
  revoke(isMeant?: (digest: string, approval: Approval) => boolean): Issue | undefined
}

type CommitOf = (hook: Hook) => string | undefined

/** Digests. Older approvals of the same hooks end, but for those that stay; `ended` are of hooks whose place others took. */
type Sparing = { readonly kept?: ReadonlySet<string>; readonly ended: ReadonlySet<string> }

export type { Seen } from './covering.ts'

/** An approval with the folder of its project. */
export type StoredApproval = {
  readonly dir: string
  readonly key: string
  readonly approval: Approval
  /** Of the present project, not of one around it. */
  readonly isOwn: boolean
}

/** Hashes before and after; undefined where there was no file. */
export type ScriptChange = {
  /** Path relative to the project. */
  readonly path: string
  /** SHA-256 at the approval, in hexadecimal; undefined: there was no file. */
  readonly was: string | undefined
  /** SHA-256 now, in hexadecimal; undefined: there is no file. */
  readonly is: string | undefined
}

/** Approvals of one project's hooks, by content. With `create` it is prepared from the start. */
export function openTrust(
  state: State,
  places: Places,
  files: Files,
  create?: typeof createCovering,
  imported: ReadonlySet<string> = NONE,
): Trust {
  const projectDir = realPath(places.projectDir, files)
  const project: Project = { dir: projectDir, written: places.projectDir }
  const store = openApprovals(state, projectDir, realPath(places.startDir, files))
  let readable: Approvals = {}
  let read: ((part: string, bytes: Uint8Array, variables: HostVariables) => NamedFiles) | undefined
  const gated = new WeakMap<Hook, boolean>()
  const startDir = realPath(places.startDir, files)
  const admitted = new WeakSet<Hook>()
  let covering = create?.(project, files, { state, imported })

  /** As the store has them now: another process may have approved or revoked since the last event. */
  function approvals(): Approvals {
    const { approvals: found, problem } = store.read()
    if (problem === undefined) readable = found
    return found
  }

  /** Decided once, by where the file was when it was loaded. */
  function isGated(hook: Hook): boolean {
    if (admitted.has(hook)) return false
    const known = gated.get(hook) ?? needsTrust(hook, { places, projectDir, files })
    gated.set(hook, known)
    return known
  }

  /** Never remembered: a long-lived engine must notice that a script changed. */
  function digest(hook: Hook): Digest {
    const follow = followBy(digestMeaning(hook, project))
    return prepared().digest(hook, follow)
  }

  function prepared(): Covering {
    if (covering === undefined) throw new Error('Trust.prepare was not called')
    return covering
  }

  async function prepare(): Promise<void> {
    covering ??= (await import('./covering.ts')).createCovering(project, files, { state, imported })
  }

  /** An approval remembers what its files named; for other bytes its answer is a guess, and the digest another one. */
  function followBy(meaning: string): Follow {
    if (read !== undefined) {
      const reader = read
      return (_key, part, { bytes, variables }) => reader(part, bytes, variables)
    }
    const approved = Object.values(approvals()).filter((approval) => approval.meaning === meaning)
    return (key, _part, content) => {
      const known = approved.flatMap(({ followed = {} }) => own(followed, key) ?? [])
      return (known.find((each) => each.sha256 === content.sha256) ?? known[0])?.names
    }
  }

  async function loadReader(): Promise<void> {
    await prepare()
    const { namesInFile } = await import('../covers/follow.ts')
    read = namesInFile
  }

  /** Files are looked at only for a hook that was approved once: what a stranger's config names costs nothing. */
  function status(hook: Hook): TrustStatus {
    if (!isGated(hook)) return 'not-needed'
    if (approvalOf(digestMeaning(hook, project)) === undefined) return 'untrusted'
    const now = digest(hook)
    if (!own(approvals(), now.digest)) return 'changed'
    prepared().pass(hook, now)
    return 'trusted'
  }

  function approvalOf(meaning: string, among = approvals()): Approval | undefined {
    return Object.values(among).find((approval) => approval.meaning === meaning)
  }

  /** A guard that was approved while the store could be read must not go quiet because it no longer can. */
  function refuseUnapproved(hook: Hook): Refusal {
    const isLost = store.read().problem !== undefined && approvalOf(digestMeaning(hook, project), readable)
    if (!isLost) return { because: 'untrusted', why: 'not approved for this project' }
    return { because: 'changed', why: 'the trust store can no longer be read', fails: mayFail(hook) }
  }

  function refuse(hook: Hook, event: Event): Refusal | undefined {
    if (covering === undefined) return refuseUnseen(hook)
    switch (status(hook)) {
      case 'not-needed':
        return undefined
      case 'untrusted':
        return refuseUnapproved(hook)
      case 'changed':
        return changed(hook, pathsOf(changedScripts(hook)))
      case 'trusted':
        return refuseStrays(hook, event)
    }
  }

  /** Only when the code that looks at files could not be loaded. */
  function refuseUnseen(hook: Hook): Refusal | undefined {
    if (!isGated(hook)) return undefined
    if (approvalOf(digestMeaning(hook, project)) === undefined) return refuseUnapproved(hook)
    return { because: 'changed', why: 'its files could not be looked at', fails: mayFail(hook) }
  }

  function refuseStrays(hook: Hook, { cwd }: Event): Refusal | undefined {
    const here = realPath(cwd, files)
    if (here === projectDir || !isGated(hook)) return undefined
    const strays = prepared().strays(hook, here, () => digest(hook))
    return strays.length === 0 ? undefined : changed(hook, strays)
  }

  function watch(hook: Hook, event: Event): Watch | undefined {
    return covering?.watch(hook, {
      again: () => digest(hook),
      isAllowed: () => refuseStrays(hook, event) === undefined,
    })
  }

  function changedScripts(hook: Hook): readonly ScriptChange[] {
    const { meaning, scripts } = digest(hook)
    return scriptChanges(approvalOf(meaning)?.scripts ?? [], scripts)
  }

  function stored(): readonly StoredApproval[] {
    const { approvals: ownApprovals, around } = store.read()
    const all = [...Object.entries(around), [projectDir, ownApprovals] as const]
    return all.flatMap(([dir, found]) =>
      Object.entries(found).map(([key, approval]) => ({ dir, key, approval, isOwn: dir === projectDir })),
    )
  }

  function states(hooks: readonly Hook[]): readonly HookStatus[] {
    const present = hooks.filter(isGated).map((hook) => ({ hook, meaning: digestMeaning(hook, project) }))
    const approved = Object.entries(approvals()).map(([key, approval]) => ({ key, approval }))
    return prepared().states(present, approved, (hook) =>
      status(hook) === 'changed' ? pathsOf(changedScripts(hook)) : undefined,
    )
  }

  async function complete(hooks: readonly Hook[]): Promise<void> {
    const lacking = new Set(Object.values(approvals()).flatMap(({ form, meaning }) => (form ? [] : meaning)))
    if (lacking.size === 0) return
    const all = hooks.filter(isGated).map((hook) => [digestMeaning(hook, project), hook] as const)
    const found = new Map(all.filter(([meaning]) => lacking.has(meaning)))
    if (found.size === 0) return
    await prepare()
    prepared().complete(found)
  }

  function approve(hooks: readonly Hook[], at: number, commitOf?: CommitOf): Issue | undefined {
    const seen = hooks.map((hook) => {
      const commit = commitOf?.(hook)
      return { hook, digest: digest(hook), ...(commit !== undefined && { commit }) }
    })
    return approveAll(seen, at, { ended: replacedBy(hooks, hooks) })
  }

  /** An older approval of the same hook ends: going back to a script that was replaced asks again. */
  function approveAll(seen: readonly Seen[], at: number, { kept = NONE, ended }: Sparing): Issue | undefined {
    const { approval, bytesOf, change } = prepared()
    const entries = seen.map((each): [string, Approval] => [each.digest.digest, approval(each, at)])
    const bytes = new Map(seen.flatMap((each) => [...bytesOf(each)]))
    const renewed = new Set(entries.map(([, { meaning }]) => meaning))
    const stays = ([key, { meaning }]: [string, Approval]): boolean =>
      kept.has(key) || (!renewed.has(meaning) && !ended.has(key))
    return change((now) => Object.fromEntries([...Object.entries(now).filter(stays), ...entries]), {
      kept: bytes,
    })
  }

  /** Digests of approvals whose place these hooks took. `all`: every hook there is, each of which may be the one. */
  function replacedBy(hooks: readonly Hook[], all: readonly Hook[]): ReadonlySet<string> {
    const chosen = new Set(hooks)
    const taken = states(all).flatMap(({ state: found, hook, key, approval }) =>
      found === 'changed' && hook !== undefined && chosen.has(hook) && approval?.form?.note === hook.note
        ? (key ?? [])
        : [],
    )
    return new Set(taken)
  }

  function approveSeen(seen: Seen, at: number, now: readonly Seen[]): Issue | undefined {
    const ended = replacedBy(
      [seen.hook],
      now.map(({ hook }) => hook),
    )
    return approveAll([seen], at, { kept: new Set(now.map(({ digest: { digest: key } }) => key)), ended })
  }

  function revoke(isMeant: (digest: string, approval: Approval) => boolean = () => true): Issue | undefined {
    return prepared().change((now) =>
      Object.fromEntries(Object.entries(now).filter(([key, approval]) => !isMeant(key, approval))),
    )
  }

  return {
    get problem() {
      return store.read().problem
    },
    isGated,
    status,
    digest,
    prepare,
    loadReader,
    refuseStrays,
    projectDigest: (hooks) => digestAll(hooks.flatMap((hook) => (isGated(hook) ? digest(hook).digest : []))),
    refuse,
    pass: (hook, passed) => prepared().pass(hook, passed),
    watch,
    changedScripts,
    approve,
    approveSeen,
    settle: (seen, sparing, at) => approveAll(seen, at, sparing),
    states,
    complete,
    stored,
    isGuarded: () => isGuarded(state, startDir),
    meaning: (hook) => digestMeaning(hook, project),
    admit(standIn) {
      if (standIn.handler.type === 'rule') admitted.add(standIn)
      return standIn
    },
    approvals,
    definition: (hook) => prepared().definition(hook),
    keptScript: (sha256) => prepared().keptScript(sha256),
    knows: (file) =>
      Object.values(approvals()).some((approval) => approval.file === file || approval.form?.usedBy === file),
    revoke,
  }
}

const NONE: ReadonlySet<string> = new Set()

export function scriptChanges(was: readonly Script[], is: readonly Script[]): readonly ScriptChange[] {
  const before = new Map(was.map((script) => [script.path, script.sha256]))
  const now = new Map(is.map((script) => [script.path, script.sha256]))
  const paths = [...new Set([...before.keys(), ...now.keys()])]
  const changes = paths.map((path) => ({ path, was: before.get(path), is: now.get(path) }))
  return changes.filter((change) => change.was !== change.is)
}

function pathsOf(changes: readonly ScriptChange[]): readonly string[] {
  return changes.map(({ path }) => path)
}

function changed(hook: Hook, paths: readonly string[]): Refusal {
  const why = paths.length === 0 ? UNKNOWN_CHANGE : `changed since it was approved: ${paths.join(', ')}`
  return { because: 'changed', why, fails: mayFail(hook) }
}

/** No file differs by now: whoever swaps a script may have put it back between two looks. */
const UNKNOWN_CHANGE =
  'approved by an older version, which looked at fewer files, or its files changed for a moment; review it again'

function mayFail({ onFailure }: Hook): boolean {
  return onFailure === 'ask' || onFailure === 'deny'
}

/** By scope and by real path: no link brings a project's file past the gate, whichever way it leads. */
function needsTrust(
  hook: Hook,
  { places, projectDir, files }: { places: Places; projectDir: string; files: Files },
): boolean {
  if (hook.handler.type === 'function' || isStandIn(hook)) return false
  const { scope, file } = hook.source
  if (scope === 'project' || scope === 'local') return true
  // Readers name files by their whole path; what has none was handed over by the calling program.
  if (!isAbsolute(file)) return false
  if (!isInside(realPath(file, files), projectDir)) return false
  const isOwn = scope === 'user' || scope === 'managed'
  return !(isOwn && places.isHomeInside)
}

/** By its handler too: git configs may write any id, and nothing that starts a program goes without an approval. */
function isStandIn({ id, handler }: Hook): boolean {
  return handler.type === 'rule' && id.startsWith(BROKEN_FILE_PREFIX)
}

/** Ids of the hooks that stand in for a file that could not be loaded; no hookwright file can write such an id. */
export const BROKEN_FILE_PREFIX = 'broken:'
