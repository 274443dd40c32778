import type { FieldType } from '../_families/claude/event-spec.ts'
import type { PermissionUpdateWire } from './input-values.ts'

const CONTEXT = {
  /** Text for the model, added to its next request. */
  additionalContext: 'text',
} as const
const FEEDBACK = {
  /** Text for the model, which goes on with it. */
  additionalContext: 'text',
} as const
const WATCH = {
  /** Absolute paths of files to watch, in place of those named before; an empty list watches none. */
  watchPaths: 'texts',
} as const
const ELICITATION = {
  /** `accept` sends `content`, `decline` says no, `cancel` dismisses the question. */
  action: ['accept', 'decline', 'cancel'],
  /** Values of the form, by field; only with `accept`. */
  content: 'object',
} as const
const TITLE = {
  /** Title of the session. */
  sessionTitle: 'text',
} as const
const SUPPRESS = {
  /** True: the message about a block does not repeat the prompt. Default: false. */
  suppressOriginalPrompt: 'flag',
} as const
const WHY = {
  /** Why, for the user with `allow` and `ask`, for the model with `deny`. */
  permissionDecisionReason: 'text',
} as const

/** Fields of `hookSpecificOutput`, by event; an event that is missing has none. As of Claude Code 2.1.325. */
export const EVENT_OUTPUT = {
  PreToolUse: {
    /** `allow` skips the permission question, `ask` shows it, `defer` ends the run so that it is answered later. */
    permissionDecision: ['allow', 'deny', 'ask', 'defer'],
    ...WHY,
    /** The whole new input of the tool, not only what changes. */
    updatedInput: 'object',
    ...CONTEXT,
  },
  PermissionRequest: {
    /** The answer to the request, in place of the user's. */
    decision: 'permission',
  },
  PermissionDenied: {
    /** True: the model may try the call again. Default: false. */
    retry: 'flag',
  },
  PostToolUse: {
    ...CONTEXT,
    /** Note for the classifier of the mode `auto`; 2,000 UTF-16 units for all hooks of a call. */
    classifierContext: 'text',
    /** What the model sees in place of the result; it must fit the form of the tool's own results. */
    updatedToolOutput: 'any',
    /** What the model sees in place of the result of an MCP tool; older than `updatedToolOutput`. */
    updatedMCPToolOutput: 'any',
  },
  PostToolUseFailure: CONTEXT,
  PostToolBatch: CONTEXT,
  UserPromptSubmit: { ...CONTEXT, ...TITLE, ...SUPPRESS },
  UserPromptExpansion: { ...CONTEXT, ...SUPPRESS },
  SessionStart: {
    ...CONTEXT,
    /** First prompt of a session without a person; a prompt that was given follows it. */
    initialUserMessage: 'text',
    ...TITLE,
    ...WATCH,
    /** True: skills are read again, because the hook has changed some. Default: false. */
    reloadSkills: 'flag',
  },
  Setup: CONTEXT,
  Stop: FEEDBACK,
  SubagentStop: FEEDBACK,
  SubagentStart: CONTEXT,
  PreModelSwitch: {
    /** `allow` skips the question about the cost, `ask` shows it, `deny` keeps the model. */
    permissionDecision: ['allow', 'deny', 'ask'],
    ...WHY,
  },
  PostModelSwitch: CONTEXT,
  MessageDisplay: {
    /** What the user sees in place of the message; the model's own text stays. */
    displayContent: 'text',
  },
  // The host's types know it, its reference says that it does nothing with it.
  Notification: {
    /** Accepted, and without effect. */
    additionalContext: 'text',
  },
  CwdChanged: WATCH,
  FileChanged: WATCH,
  WorktreeCreate: {
    /** Absolute path of the worktree that the hook has made. */
    worktreePath: 'text',
  },
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
      /** Grants the request. */
      readonly behavior: 'allow'
      /** The whole new input of the tool. Absent: unchanged. */
      readonly updatedInput?: Readonly<Record<string, unknown>>
      /** Changes of permission rules, as if the user had chosen them. Absent: none. */
      readonly updatedPermissions?: readonly PermissionUpdateWire[]
    }
  | {
      /** Refuses the request. */
      readonly behavior: 'deny'
      /** Why, for the model. Absent: no reason is given. */
      readonly message?: string
      /** True: the turn ends as well. Default: false. */
      readonly interrupt?: boolean
    }

type ValueOf<Type> = Type extends keyof Values
  ? Values[Type]
  : Type extends readonly (infer Word)[]
    ? Word
    : never

/** Without these the output means nothing, and the host refuses it. */
type Required = 'decision' | 'worktreePath'

/** Over `keyof` and without `as`: only then does TypeScript keep the doc comments of the table. */
type Fields<Row> = {
  readonly [Field in keyof Pick<Row, Extract<keyof Row, Required>>]: ValueOf<Row[Field]>
} & {
  readonly [Field in keyof Pick<Row, Exclude<keyof Row, Required>>]?: ValueOf<Row[Field]>
}

/** The part of a hook's JSON that only one event has, by the event's name. */
export type SpecificOutput<Name extends string> = Name extends keyof Outputs
  ? {
      /** Name of the event that the output is for. */
      readonly hookEventName: Name
    } & Fields<Outputs[Name]>
  : never
