import { warning, type Issue, type Place } from '../../core/issue.ts'

const DEFAULT_SECONDS = 600

/** Events that Codex does not wait for any longer, whatever a file says. */
const SHORT: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt'])
const SHORT_SECONDS = { usual: 1, most: 3 }

/** As long as our own timers can be set. */
const MOST_SECONDS = 86_400

export type ReadTimeout = { readonly ms: number; readonly issues: readonly Issue[] }

/** Returns a timeout in milliseconds of what a file has in seconds. 0 means one second there, not "none". */
export function readTimeout(seconds: number | null | undefined, event: string, place: Place): ReadTimeout {
  const least = Math.max(seconds ?? (SHORT.has(event) ? SHORT_SECONDS.usual : DEFAULT_SECONDS), 1)
  const isCut = SHORT.has(event) && least > SHORT_SECONDS.most
  const zero = 'A "timeout" of 0 is one second for Codex CLI, not the absence of a limit.'
  const cut = `Codex CLI gives a hook of ${event} ${SHORT_SECONDS.most} seconds at most.`
  return {
    ms: Math.min(isCut ? SHORT_SECONDS.most : least, MOST_SECONDS) * 1_000,
    issues: [
      ...(seconds === 0 ? [warning('hook.timeout', place, zero)] : []),
      ...(isCut ? [warning('hook.timeout', place, cut)] : []),
    ],
  }
}
