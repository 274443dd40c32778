import type { FieldType } from '../_families/claude/event-spec.ts'
import type { PermissionUpdateWire } from './event-fields.ts'

const CONTEXT = { additionalContext: 'text' } as const
const WATCH = { watchPaths: 'texts' } as const
const ELICITATION = { action: ['accept', 'decline', 'cancel'], content: 'object' } as const

/** Fields of `hookSpecificOutput`, by event; an event that is missing has none. As of Claude Code 2.1.325. */
export const EVENT_OUTPUT = {
  PreToolUse: {
    permissionDecision: ['allow', 'deny', 'ask', 'defer'],
    permissionDecisionReason: 'text',
    updatedInput: 'object',
    additionalContext: 'text',
  },
  PermissionRequest: { decision: 'permission' },
  PermissionDenied: { retry: 'flag' },
  PostToolUse: {
    additionalContext: 'text',
    classifierContext: 'text',
    updatedToolOutput: 'any',
    updatedMCPToolOutput: 'any',
  },
  PostToolUseFailure: CONTEXT,
  PostToolBatch: CONTEXT,
  UserPromptSubmit: { additionalContext: 'text', sessionTitle: 'text', suppressOriginalPrompt: 'flag' },
  UserPromptExpansion: { additionalContext: 'text', suppressOriginalPrompt: 'flag' },
  SessionStart: {
    additionalContext: 'text',
    initialUserMessage: 'text',
    sessionTitle: 'text',
    watchPaths: 'texts',
    reloadSkills: 'flag',
  },
  Setup: CONTEXT,
  Stop: CONTEXT,
  SubagentStop: CONTEXT,
  SubagentStart: CONTEXT,
  PreModelSwitch: { permissionDecision: ['allow', 'deny', 'ask'], permissionDecisionReason: 'text' },
  PostModelSwitch: CONTEXT,
  MessageDisplay: { displayContent: 'text' },
  // The host's types know it, its reference says that it does nothing with it.
  Notification: CONTEXT,
  CwdChanged: WATCH,
  FileChanged: WATCH,
  WorktreeCreate: { worktreePath: 'text' },
  Elicitation: ELICITATION,
  ElicitationResult: ELICITATION,
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldType>>>>

type Outputs = typeof EVENT_OUTPUT

type Values = {
  text: string
  flag: boolean
  object: Readonly<Record<string, unknown>>
  any: unknown
  texts: readonly string[]
  permission: PermissionResult
}

/** What a `PermissionRequest` hook decides. */
export type PermissionResult =
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: Readonly<Record<string, unknown>>
      readonly updatedPermissions?: readonly PermissionUpdateWire[]
    }
  | { readonly behavior: 'deny'; readonly message?: string; readonly interrupt?: boolean }

type ValueOf<Type> = Type extends keyof Values
  ? Values[Type]
  : Type extends readonly (infer Word)[]
    ? Word
    : never

/** Without these the output means nothing, and the host refuses it. */
type Required = 'decision' | 'worktreePath'

type Fields<Row> = {
  readonly [Field in keyof Row as Field extends Required ? Field : never]: ValueOf<Row[Field]>
} & {
  readonly [Field in keyof Row as Field extends Required ? never : Field]?: ValueOf<Row[Field]>
}

/** The part of a hook's JSON that only one event has, by the event's name. */
export type SpecificOutput<Name extends string> = Name extends keyof Outputs
  ? { readonly hookEventName: Name } & Fields<Outputs[Name]>
  : never
