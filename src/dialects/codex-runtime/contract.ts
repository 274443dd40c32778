import type { Phase } from '../_families/runtime/phases.ts'

export type { Phase } from '../_families/runtime/phases.ts'

/** What a hook is told. The prompt's text is no part of it. */
export type HookContext = {
  readonly phase: Phase
  readonly threadId?: string | null
  readonly turnId?: string | null
  readonly cwd?: string | null
  readonly model?: string | null
  readonly mainStatus?: 'ok' | 'error' | null
  /** One per run, shared by all its phases. */
  readonly correlationId: string
  /** Milliseconds since the epoch. */
  readonly tsMs: number
  readonly metadata?: unknown
  readonly toolName?: string | null
  readonly toolInput?: unknown
}

/** As they are on the wire: tagged from outside. */
export type Attachment =
  | { readonly AtPath: { readonly path: string; readonly placeholder?: string | null } }
  | { readonly ImageUrl: { readonly url: string } }
  | { readonly LocalImage: { readonly path: string } }
  | { readonly Skill: { readonly name: string; readonly path: string } }

export type HookPatch = {
  readonly promptOverride?: string
  readonly modelOverride?: string
  readonly addAttachments: readonly Attachment[]
  /** Applied when it is an object. */
  readonly metadataDelta?: unknown
}

export const emptyPatch: HookPatch = Object.freeze({ addAttachments: Object.freeze([]) })

/** What stdout and exit code of a pre hook mean. */
export type Reading =
  | { readonly kind: 'noop' }
  | { readonly kind: 'mutate'; readonly patch: HookPatch }
  | { readonly kind: 'block'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** More than is kept. */
  | { readonly kind: 'too-long'; readonly droppedBytes: number }
  | { readonly kind: 'failed'; readonly code: number }
