import type { Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { matchAll } from '../core/matcher.ts'
import { CANONICAL } from '../dialects/canonical.ts'
import { OWN_DIALECT } from '../dialects/registry.ts'
import type { SelfGuardMode } from './finding.ts'
import type { GuardPlaces } from './places.ts'
import { mayConcernUs } from './precheck.ts'

export const SELF_GUARD_ID = 'hookwright:self'

type Guarding = {
  /** Asked for at each event: files may change while an engine lives. */
  readonly mode: () => SelfGuardMode
  readonly places: () => Promise<GuardPlaces>
}

/** Nothing but reading text and a few links, and yet a machine may be busy. */
const TIMEOUT_MS = 10_000

/**
 * The built-in hook that asks before a tool call does a person's act or changes our files or the hosts' hook settings.
 * The analysis loads with the first call that may be about us.
 */
export function selfGuardHook({ mode, places }: Guarding): Hook {
  let last: { readonly tool: Event['tool']; readonly may: boolean } | undefined
  const applies = (event: Event): boolean => {
    if (mode() === 'off') return false
    if (last === undefined || last.tool !== event.tool) last = { tool: event.tool, may: mayConcernUs(event) }
    return last.may
  }
  const run = async (event: Event): Promise<Answer | void> => {
    const [{ judge }, { reasonOf }, around] = await Promise.all([
      import('./judge.ts'),
      import('./finding.ts'),
      places(),
    ])
    const finding = judge(event, around)
    const decision = mode() === 'deny' ? 'deny' : 'ask'
    return finding && { decision, reason: reasonOf(finding), effects: [], issues: [] }
  }
  return {
    id: SELF_GUARD_ID,
    event: 'PreToolUse',
    matcher: matchAll,
    applies,
    handler: { type: 'function', run, label: 'self-guard' },
    dialect: OWN_DIALECT,
    wire: CANONICAL.wire,
    source: { file: '', pointer: [], scope: 'managed' },
    timeoutMs: TIMEOUT_MS,
    onFailure: 'ask',
    guard: true,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}
