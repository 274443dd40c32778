import type { HookContext, HookPatch, Phase } from '../dialects/codex-runtime/contract.ts'

/**
 * What failed: the patch cannot be applied (`Validation`), the hook itself (`Execution`), its time was over
 * (`Timeout`), or this package (`Internal`).
 */
export type HookIssueClass = 'Validation' | 'Execution' | 'Timeout' | 'Internal'

/** A problem of a hook. It is reported and holds up nothing. */
export type HookIssue = {
  /** Name of the hook. */
  readonly hookName: string
  /** The phase in which the hook was called. */
  readonly phase: Phase
  /** What failed: the patch, the hook, its time, or this package. */
  readonly class: HookIssueClass
  /** One sentence for a person. */
  readonly message: string
  /** What the hook wrote to stderr. Absent: nothing. */
  readonly stderr?: string
}

/** A no of a pre hook: what it was asked about must not happen. */
export type HookBlock = {
  /** Name of the hook. */
  readonly hookName: string
  /** The phase in which the hook was called. */
  readonly phase: Phase
  /** Why, for the user. */
  readonly message: string
  /** What the hook wrote to stderr. Absent: nothing. */
  readonly stderr?: string
}

/** What a pre hook wants. */
export type HookAction =
  | {
      /** Nothing: go on. `NOOP` is such an action. */
      readonly kind: 'noop'
    }
  | {
      /** Go on with changes. */
      readonly kind: 'mutate'
      /** The changes. */
      readonly patch: HookPatch
    }
  | ({
      /** Stop here. */
      readonly kind: 'block'
      /** A problem to report besides the block, such as a message whose end is missing. Absent: none. */
      readonly issue?: HookIssue
    } & HookBlock)

/** What a hook receives besides the context. */
export type HookCall = {
  /** Aborts when the answer is no longer wanted. Absent: the caller does not cancel. */
  readonly signal?: AbortSignal
}

/** Asked before something happens. A problem is returned, not thrown. */
export type PreHook = {
  /** Name in reports; of two hooks with one name only the first counts. */
  readonly name: string
  /** Returns what the hook wants, or the problem it had. */
  pre(context: HookContext, call?: HookCall): HookAction | HookIssue | Promise<HookAction | HookIssue>
}

/** Told after something happened; it can change nothing. */
export type PostHook = {
  /** Name in reports; of two hooks with one name only the first counts. */
  readonly name: string
  /** Takes note of what happened; returns the problem it had, if any. */
  post(context: HookContext, call?: HookCall): HookIssue | void | Promise<HookIssue | void>
}

/** What went wrong with hooks during one call; clean when empty. */
export type HookReport = {
  /** Problems in the order they came. */
  readonly issues: readonly HookIssue[]
}

/** The action that does nothing: go on. */
export const NOOP: HookAction = Object.freeze({ kind: 'noop' })

/** True when a pre hook returned a problem in place of an action. */
export function isHookIssue(value: HookAction | HookIssue): value is HookIssue {
  return 'class' in value
}

/** True when no hook had a problem. */
export function isClean({ issues }: HookReport): boolean {
  return issues.length === 0
}

/** What the caller of a blocked run is told. */
export function blockText({ hookName, phase, message }: HookBlock): string {
  return `blocked by hook '${hookName}' at ${phase}: ${message}`
}
