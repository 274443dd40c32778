import type { Trust } from './config/trust.ts'
import type { Hook } from './core/hook.ts'
import { issue, type Issue } from './core/issue.ts'
import type { Policy } from './core/planner.ts'
import type { Env } from './ports/env.ts'

export type Consent = { readonly refuse: Policy['refuse']; readonly problem: Issue | undefined }

/**
 * The caller's word that a project's hooks may run: those it has now, with the scripts they name. One that comes later,
 * when files are read again, or whose script changes, needs an approval like any other.
 */
export function consentToProject(
  consent: true | string | undefined,
  { hooks, trust, env, review }: { hooks: readonly Hook[]; trust: Trust; env: Env; review: string },
): Consent {
  if (consent === undefined) return { refuse: trust.refuse, problem: undefined }
  const problem = checkConsent(consent, { hooks, trust, review, inCi: (env.variables['CI'] ?? '') !== '' })
  if (problem) return { refuse: trust.refuse, problem }
  const seen = new Set(hooks.filter(trust.isGated).map((hook) => trust.digest(hook).digest))
  const refuse: Policy['refuse'] = (hook, event) => {
    if (!trust.isGated(hook)) return undefined
    const isSeen = seen.has(trust.digest(hook).digest)
    return isSeen ? trust.refuseStrays(hook, event) : trust.refuse(hook, event)
  }
  return { refuse, problem: undefined }
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
