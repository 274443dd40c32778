import type { HookContext, HookPatch, Phase } from '../dialects/codex-runtime/contract.ts'

/** Who is wrong: the patch, the hook, its time, or us. */
export type HookIssueClass = 'Validation' | 'Execution' | 'Timeout' | 'Internal'

export type HookIssue = {
  readonly hookName: string
  readonly phase: Phase
  readonly class: HookIssueClass
  readonly message: string
  /** What the hook wrote there, when it wrote anything. */
  readonly stderr?: string
}

export type HookBlock = {
  readonly hookName: string
  readonly phase: Phase
  readonly message: string
  readonly stderr?: string
}

export type HookAction =
  | { readonly kind: 'noop' }
  | { readonly kind: 'mutate'; readonly patch: HookPatch }
  /** `issue`: a problem to report besides the block, such as a message whose end is missing. */
  | ({ readonly kind: 'block'; readonly issue?: HookIssue } & HookBlock)

export type HookCall = { readonly signal?: AbortSignal }

/** Asked before something happens. A problem is returned, not thrown. */
export type PreHook = {
  readonly name: string
  pre(context: HookContext, call?: HookCall): HookAction | HookIssue | Promise<HookAction | HookIssue>
}

/** Told after something happened; it can change nothing. */
export type PostHook = {
  readonly name: string
  post(context: HookContext, call?: HookCall): HookIssue | void | Promise<HookIssue | void>
}

/** What went wrong with hooks during one call; clean when empty. */
export type HookReport = { readonly issues: readonly HookIssue[] }

export const NOOP: HookAction = Object.freeze({ kind: 'noop' })

export function isHookIssue(value: HookAction | HookIssue): value is HookIssue {
  return 'class' in value
}

export function isClean({ issues }: HookReport): boolean {
  return issues.length === 0
}

/** What the caller of a blocked run is told. */
export function blockText({ hookName, phase, message }: HookBlock): string {
  return `blocked by hook '${hookName}' at ${phase}: ${message}`
}
