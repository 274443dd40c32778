/** What the host calls the end of a session by its user, and Claude Code's word for it, which other hooks match. */
const BY_USER = { native: 'user_close', canonical: 'prompt_input_exit' } as const

const KNOWN_REASONS: ReadonlySet<unknown> = new Set([
  'completed',
  'aborted',
  'error',
  'window_close',
  BY_USER.native,
])

/** Returns the canonical word for why a session ended. Words without a counterpart stay. */
export function canonicalReason(reason: unknown): unknown {
  return reason === BY_USER.native ? BY_USER.canonical : reason
}

/** Returns the host's word; one that it does not have is its most general one. */
export function nativeReason(reason: unknown): unknown {
  if (reason === BY_USER.canonical || reason === 'exit' || reason === 'logout') return BY_USER.native
  return KNOWN_REASONS.has(reason) ? reason : 'completed'
}
