import type { JsonObject } from '../_families/claude/shape.ts'

/** What is to be said, in texts that are not blank where the host needs one. */
export type ReplyParts = {
  readonly decision: 'none' | 'allow' | 'deny'
  /** Never blank. */
  readonly reason: string
  /** Empty: none. The same holds for the two texts below. */
  readonly context: string
  readonly message: string
  readonly keepGoing: string
  /** Why the turn ends. Absent: it goes on. */
  readonly stop?: string
  readonly permission?: { readonly behavior: 'allow' | 'deny'; readonly message?: string }
  /** New arguments as Codex has them. */
  readonly rewrite?: unknown
}

type Writer = (parts: ReplyParts) => JsonObject

/** By event: a document with exactly the keys that Codex reads there. */
export const DOCUMENTS: Readonly<Record<string, Writer>> = {
  PreToolUse: (parts) => ({
    ...message(parts),
    ...specific('PreToolUse', { ...permission(parts), ...context(parts) }),
  }),
  PermissionRequest: (parts) => ({ ...message(parts), ...specific('PermissionRequest', behavior(parts)) }),
  PostToolUse: (parts) => ({
    ...stopping(parts),
    ...block(parts),
    ...message(parts),
    ...specific('PostToolUse', context(parts)),
  }),
  // A block ends the turn as a stop does, and its reason is shown.
  UserPromptSubmit: (parts) => ({
    ...(parts.decision === 'deny' ? block(parts) : stopping(parts)),
    ...message(parts),
    ...specific('UserPromptSubmit', context(parts)),
  }),
  SessionStart: (parts) => ({
    ...stopping(parts),
    ...message(parts),
    ...specific('SessionStart', context(parts)),
  }),
  SubagentStart: (parts) => ({ ...message(parts), ...specific('SubagentStart', context(parts)) }),
  PreCompact: (parts) => ({ ...stopping(prevented(parts)), ...message(parts) }),
  PostCompact: (parts) => ({ ...stopping(parts), ...message(parts) }),
  Stop: continuing,
  SubagentStop: continuing,
  SessionEnd: () => ({}),
  Interrupt: message,
}

function message({ message: text }: ReplyParts): JsonObject {
  return text === '' ? {} : { systemMessage: text }
}

function stopping({ stop }: ReplyParts): JsonObject {
  return stop === undefined ? {} : { continue: false, stopReason: stop }
}

function block({ decision, reason }: ReplyParts): JsonObject {
  return decision === 'deny' ? { decision: 'block', reason } : {}
}

function context({ context: text }: ReplyParts): JsonObject {
  return text === '' ? {} : { additionalContext: text }
}

function specific(hookEventName: string, fields: JsonObject): JsonObject {
  return Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName, ...fields } }
}

/** An `allow` without a new input, and a new input without `allow`, are refused. It skips no question of the host. */
function permission({ decision, reason, rewrite }: ReplyParts): JsonObject {
  if (decision === 'deny') return { permissionDecision: 'deny', permissionDecisionReason: reason }
  return rewrite === undefined ? {} : { permissionDecision: 'allow', updatedInput: rewrite }
}

/** `updatedInput`, `updatedPermissions` and `interrupt` are reserved: with one of them the answer is refused. */
function behavior({ decision, reason, permission: result }: ReplyParts): JsonObject {
  if (decision === 'deny') return { decision: { behavior: 'deny', message: reason } }
  if (result?.behavior === 'deny')
    return { decision: { behavior: 'deny', message: result.message ?? reason } }
  return decision === 'allow' || result !== undefined ? { decision: { behavior: 'allow' } } : {}
}

/** A compaction is prevented by the end of the turn only. */
function prevented(parts: ReplyParts): ReplyParts {
  return parts.decision === 'deny' ? { ...parts, stop: parts.reason } : parts
}

/** A stop wins over what would make the agent continue. */
function continuing(parts: ReplyParts): JsonObject {
  if (parts.stop !== undefined) return { ...stopping(parts), ...message(parts) }
  const texts = [...(parts.decision === 'deny' ? [parts.reason] : []), parts.keepGoing]
  const reason = texts.filter((text) => text !== '').join('\n\n')
  return { ...(reason !== '' && { decision: 'block', reason }), ...message(parts) }
}
