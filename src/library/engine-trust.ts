import type { Workspace } from '../workspace/open.ts'
import type { Digest, Script } from '../config/digest.ts'
import { own, type Approval } from '../config/trust-store.ts'
import { scriptChanges, type ScriptChange, type Seen, type TrustStatus } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Gap } from '../core/named-files.ts'

/** One hook that runs only when a person has approved it. */
export type TrustEntry = {
  /** What the approval is about: show the person its whole handler, not only its first line. */
  readonly hook: Hook
  /** Absolute path of the file that configures the hook. */
  readonly file: string
  /** Digest of the hook's meaning and of the bytes of its scripts as they are now; `approve` takes it. */
  readonly digest: string
  /** The files of the project that its command names, relative to the project. */
  readonly scripts: readonly Script[]
  /** What an approval does not cover, and why; `describeGaps` makes a sentence of it. */
  readonly uncovered: readonly Gap[]
  /**
   * `approved`: it runs. `unapproved`: nobody has approved it. `changed`: it is no longer what was approved, and
   * does not run.
   */
  readonly state: 'approved' | 'unapproved' | 'changed'
  /** The scripts that differ from what was approved; empty unless the state is `changed`. */
  readonly changes: readonly ScriptChange[]
}

/**
 * Approvals of the project's hooks, for the engine that runs. Calling `approve` is the person's act: the program must
 * have shown the person what it approves, and must never call it for the agent.
 */
export type EngineTrust = {
  /** Every hook that needs an approval, with the digest it has now. */
  list(): readonly TrustEntry[]
  /**
   * The hook with this digest runs from the next event on, in every engine of the project. Throws when no hook has the
   * digest now: what was listed is no longer what would run.
   */
  approve(digest: string): void
  /** Ends one approval, or all of this project. What already runs is not ended. Throws when there is no such approval. */
  revoke(digest?: string): void
}

/** `code` is stable; the message says what happened and what to do. */
class TrustError extends Error {
  override readonly name = 'TrustError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Enough for every hook a person can have in mind. */
const MOST_SHOWN = 1_000

export function createEngineTrust({ core, trust, consent, clock, commands }: Workspace): EngineTrust {
  /** What a digest stood for when it was listed, to say what changed since. */
  const shown = new Map<string, Seen>()

  function candidates(): readonly Seen[] {
    const hooks = [...core.hooks(), ...Object.values(commands()).flat()]
    return hooks.filter(trust.isGated).map((hook) => ({ hook, digest: trust.digest(hook) }))
  }

  function remember(seen: Seen): void {
    if (shown.size >= MOST_SHOWN) shown.clear()
    shown.set(seen.digest.digest, seen)
  }

  function describe(seen: Seen): TrustEntry {
    remember(seen)
    const { hook, digest } = seen
    const state = consent.covers(hook) ? 'approved' : STATES[trust.status(hook)]
    const changes = state === 'changed' ? trust.changedScripts(hook) : []
    const { digest: key, scripts, gaps: uncovered } = digest
    return { hook, file: hook.source.file, digest: key, scripts, uncovered, state, changes }
  }

  function approve(digest: string): void {
    const now = candidates()
    const meant = now.find((each) => each.digest.digest === digest)
    if (meant === undefined) throw notCurrent(digest, before(digest), now)
    refuseUnsaved(trust.approveSeen(meant, clock.now(), now))
  }

  function before(digest: string): Before | undefined {
    const seen = shown.get(digest)
    if (seen !== undefined) return { id: seen.hook.id, file: seen.hook.source.file, ...seen.digest }
    return own(trust.approvals(), digest)
  }

  function revoke(digest?: string): void {
    const same = candidates().filter((each) => each.digest.digest === digest)
    const meanings = new Set(same.map((each) => each.digest.meaning))
    const isMeant = (key: string, { meaning }: Approval): boolean =>
      digest === undefined || key === digest || meanings.has(meaning)
    const wasConsent = consent.end(digest)
    const isStored = Object.entries(trust.approvals()).some(([key, approval]) => isMeant(key, approval))
    if (isStored || (!wasConsent && trust.problem !== undefined)) return refuseUnsaved(trust.revoke(isMeant))
    if (!wasConsent && digest !== undefined)
      throw new TrustError('trust.unknown', `The digest "${short(digest)}" is not approved. ${LOOK}`)
  }

  return { list: () => candidates().map(describe), approve, revoke }
}

const STATES: Readonly<Record<TrustStatus, TrustEntry['state']>> = {
  'not-needed': 'approved',
  trusted: 'approved',
  untrusted: 'unapproved',
  changed: 'changed',
}

const LOOK = '`engine.trust.list()` shows the hooks of the project with the digests they have now.'

type Before = Pick<Digest, 'meaning' | 'scripts'> & { readonly id: string; readonly file: string }

function notCurrent(digest: unknown, before: Before | undefined, now: readonly Seen[]): TrustError {
  if (before === undefined)
    return new TrustError(
      'trust.unknown',
      `Nothing was approved: no hook has the digest "${short(digest)}". ${LOOK}`,
    )
  const is = now.find(({ hook }) => hook.id === before.id && hook.source.file === before.file)
  const why = is === undefined ? 'it is no longer there' : whatChanged(before, is.digest)
  return new TrustError(
    'trust.changed',
    `Hook "${before.id}" of ${before.file} was not approved: since it had this digest, ${why}. ${LOOK} Let the person look again.`,
  )
}

function whatChanged(was: Before, is: Digest): string {
  const scripts = scriptChanges(was.scripts, is.scripts).map(({ path, was: old, is: now }) => {
    const how = old === undefined ? 'was added' : now === undefined ? 'is gone' : 'changed'
    return `"${path}" ${how}`
  })
  return [...(was.meaning === is.meaning ? [] : ['its definition changed']), ...scripts].join(', ')
}

function short(digest: unknown): string {
  return String(digest).slice(0, 80)
}

function refuseUnsaved(problem: Issue | undefined): void {
  if (problem === undefined) return
  throw new TrustError(problem.code, [problem.message, problem.hint ?? ''].join(' ').trim())
}
