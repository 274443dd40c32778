import type { HookContext, Phase } from '../dialects/codex-runtime/contract.ts'
import { NOOP, type PostHook, type PreHook } from './hook.ts'

/** Every constraint that is set must hold; no phases stands for all of them. */
export type HookMatcher = {
  /** The phases in which the hook is called. Absent or empty: all. */
  readonly phases?: readonly Phase[]
  /** The tool, by its exact name. Absent: every tool, and phases without one. */
  readonly toolName?: string
  /** This directory or one below it. Tool calls come without a directory, so none of them matches. */
  readonly cwdPrefix?: string
}

/** True when a hook with this matcher is called in this context. */
export function matches({ phases = [], toolName, cwdPrefix }: HookMatcher, context: HookContext): boolean {
  if (phases.length > 0 && !phases.includes(context.phase)) return false
  if (toolName !== undefined && toolName !== context.toolName) return false
  return cwdPrefix === undefined || isWithin(context.cwd ?? undefined, cwdPrefix)
}

/** Returns a pre hook that is called only where the matcher fits, and lets everything else pass. */
export function filteredPreHook(hook: PreHook, matcher: HookMatcher): PreHook {
  return {
    name: hook.name,
    pre: (context, call) => (matches(matcher, context) ? hook.pre(context, call) : NOOP),
  }
}

/** Returns a post hook that is called only where the matcher fits. */
export function filteredPostHook(hook: PostHook, matcher: HookMatcher): PostHook {
  return {
    name: hook.name,
    post: (context, call) => (matches(matcher, context) ? hook.post(context, call) : undefined),
  }
}

function isWithin(cwd: string | undefined, prefix: string): boolean {
  const folder = prefix.replace(/\/+$/, '')
  return cwd !== undefined && (cwd === prefix || cwd === folder || cwd.startsWith(`${folder}/`))
}
