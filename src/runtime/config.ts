import type { PostHook, PreHook } from './hook.ts'

/** Hooks of one scope: of the whole runtime, of a session, or of the profile of a run. */
export type HookConfig = {
  /** Asked before a run, the start of a session and a turn, in this order. Default: none. */
  readonly preHooks?: readonly PreHook[]
  /** Told after a turn, a run and the start of a session, in this order. Default: none. */
  readonly postHooks?: readonly PostHook[]
  /** Asked before commands and changes of files, in place of whoever would have been asked to approve them. */
  readonly preToolUseHooks?: readonly PreHook[]
}

export type HookLists = Required<HookConfig>

export const NO_HOOKS: HookLists = Object.freeze({
  preHooks: Object.freeze([]),
  postHooks: Object.freeze([]),
  preToolUseHooks: Object.freeze([]),
})

/** The first comes first and keeps its hooks; one of the second that has a name already taken is left out. */
export function mergeHooks(first: HookConfig, second: HookConfig): HookLists {
  return {
    preHooks: withoutTwins(first.preHooks, second.preHooks),
    postHooks: withoutTwins(first.postHooks, second.postHooks),
    preToolUseHooks: withoutTwins(first.preToolUseHooks, second.preToolUseHooks),
  }
}

/** A hook is known by its name. What `first` holds twice stays twice. */
function withoutTwins<Hook extends { readonly name: string }>(
  first: readonly Hook[] = [],
  second: readonly Hook[] = [],
): readonly Hook[] {
  const kept = [...first]
  for (const hook of second) if (!kept.some(({ name }) => name === hook.name)) kept.push(hook)
  return kept
}
