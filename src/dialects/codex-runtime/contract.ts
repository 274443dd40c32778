import type { Phase } from '../_families/runtime/phases.ts'

export type { Phase } from '../_families/runtime/phases.ts'

/** What a hook is told. The prompt's text is no part of it. */
export type HookContext = {
  /** When the hook is called, such as `PreTurn`. */
  readonly phase: Phase
  /** Id of the thread; null or absent while there is none. */
  readonly threadId?: string | null
  /** Id of the turn; null or absent while there is none. */
  readonly turnId?: string | null
  /** Directory of the run; null for tools. */
  readonly cwd?: string | null
  /** The model that hooks have chosen so far; null for tools. */
  readonly model?: string | null
  /** How the work ended: set in post phases, null before. */
  readonly mainStatus?: 'ok' | 'error' | null
  /** One per run, shared by all its phases. */
  readonly correlationId: string
  /** Milliseconds since the epoch. */
  readonly tsMs: number
  /** What the program and earlier hooks added. */
  readonly metadata?: unknown
  /** For tools: the first word of the command, or `file_change`; otherwise null. */
  readonly toolName?: string | null
  /** For tools: the request as it came; otherwise null. */
  readonly toolInput?: unknown
}

/** Something given to the model beside the prompt, in the form of the wire: one key says which kind it is. */
export type Attachment =
  | {
      /** A file that the prompt mentions. */
      readonly AtPath: {
        /** Path of the file, absolute or relative to the directory of the run; it must exist. */
        readonly path: string
        /** Text of the prompt that stands for the file. Absent or null: none does. */
        readonly placeholder?: string | null
      }
    }
  | {
      /** An image that the model fetches. */
      readonly ImageUrl: {
        /** Address of the image. */
        readonly url: string
      }
    }
  | {
      /** An image of this machine. */
      readonly LocalImage: {
        /** Path of the image, absolute or relative to the directory of the run; it must exist. */
        readonly path: string
      }
    }
  | {
      /** A skill for the model to use. */
      readonly Skill: {
        /** Name of the skill. */
        readonly name: string
        /** Path of the skill, absolute or relative to the directory of the run; it must exist. */
        readonly path: string
      }
    }

/** What a pre hook changes. The start of a session takes a model and metadata only, a tool nothing. */
export type HookPatch = {
  /** The prompt to use instead. Absent: unchanged. */
  readonly promptOverride?: string
  /** The model to use instead. Absent: unchanged. */
  readonly modelOverride?: string
  /** Attachments to add; one whose path does not exist is left out and reported. */
  readonly addAttachments: readonly Attachment[]
  /** Object whose entries are merged into the metadata; anything else is reported and not applied. */
  readonly metadataDelta?: unknown
}

/** A patch that changes nothing; a base for others: `{ ...emptyPatch, modelOverride: "small" }`. */
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
