import type { Trust } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Policy } from '../core/policy.ts'
import type { Clock } from '../ports/clock.ts'
import type { Env } from '../ports/env.ts'

type Asked = {
  readonly hooks: readonly Hook[]
  readonly trust: Trust
  readonly env: Env
  readonly clock: Clock
  /** The command that shows hooks waiting for approval. */
  readonly review: string
}

export type Consent = {
  readonly refuse: Policy['refuse']
  readonly problem: Issue | undefined
  /** Whether the caller's word is what lets the hook run. */
  covers(hook: Hook): boolean
  /** Ends it for one digest, or for all. False when it covered nothing of that. */
  end(digest?: string): boolean
}

/**
 * The caller's word that a project's hooks may run: those it has now, with the scripts they name. One that comes later,
 * when files are read again, or whose script changes, needs an approval like any other.
 */
export function consentToProject(
  consent: true | string | undefined,
  { hooks, trust, env, clock, review }: Asked,
): Consent {
  const problem =
    consent === undefined
      ? undefined
      : checkConsent(consent, { hooks, trust, review, inCi: (env.variables['CI'] ?? '') !== '' })
  if (consent === undefined || problem) return noConsent(trust, problem)
  const digests = new Set(hooks.filter(trust.isGated).map((hook) => trust.digest(hook).digest))
  // The digest is remembered, not the answer: the end of a consent counts at once.
  const digestOf = rememberBriefly(trust.digest, clock)
  return {
    problem: undefined,
    refuse(hook, event) {
      if (!trust.isGated(hook)) return undefined
      const digest = digestOf(hook)
      if (!digests.has(digest.digest)) return trust.refuse(hook, event)
      trust.pass(hook, digest)
      return trust.refuseStrays(hook, event)
    },
    covers: (hook) => digests.has(trust.digest(hook).digest),
    end(digest) {
      if (digest !== undefined) return digests.delete(digest)
      const had = digests.size > 0
      digests.clear()
      return had
    },
  }
}

function noConsent(trust: Trust, problem: Issue | undefined): Consent {
  return { refuse: trust.refuse, problem, covers: () => false, end: () => false }
}

/** To read a hook's scripts again before each of many calls would cost a third of starting it. */
const FRESH_MS = 250

function rememberBriefly<T>(look: (hook: Hook) => T, clock: Clock): (hook: Hook) => T {
  const looks = new WeakMap<Hook, { readonly at: number; readonly found: T }>()
  return (hook) => {
    const last = looks.get(hook)
    const now = clock.elapsed()
    if (last !== undefined && now - last.at < FRESH_MS) return last.found
    const found = look(hook)
    looks.set(hook, { at: now, found })
    return found
  }
}

function checkConsent(
  consent: true | string,
  { hooks, trust, review, inCi }: { hooks: readonly Hook[]; trust: Trust; review: string; inCi: boolean },
): Issue | undefined {
  if (consent === true && !inCi) return undefined
  const digest = trust.projectDigest(hooks)
  if (consent === digest) return undefined
  const what = consent === true ? 'needs a digest when CI is set' : `got "${consent}", which is not theirs`
  return issue(
    'trust.digest',
    {},
    `The project's hooks were not trusted: --trust-project ${what}.`,
    `Review them with \`${review}\`; their digest is ${digest}.`,
  )
}
