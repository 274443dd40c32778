import type { Body } from '../model/wire-api.ts'

/** How one agent's hooks write down the common answers. */
export type Shapes = {
  /** Before a tool. `more` goes where the decision stands. */
  decide(decision: unknown, reason?: unknown, more?: Body): Body
  /** Before a tool: other arguments. */
  rewrite(input: unknown, more?: Body): Body
  /** Text for the model, on any event that takes it. */
  context(event: string, text: unknown): Body
  /** A no on the prompt, after a tool and at the end of a turn. */
  block(reason?: unknown): Body
  /** Everything that means no on some agent, in one document. */
  readonly union: Body
}

const without = (key: string, value: unknown): Body => (value === undefined ? {} : { [key]: value })

/** Claude Code's shapes, which Codex takes as well. */
export function nestedShapes(pre: string): Shapes {
  const decide: Shapes['decide'] = (decision, reason, more) => ({
    hookSpecificOutput: {
      hookEventName: pre,
      permissionDecision: decision,
      ...without('permissionDecisionReason', reason),
      ...more,
    },
  })
  return {
    decide,
    rewrite: (updatedInput, more) => ({
      hookSpecificOutput: { hookEventName: pre, ...more, updatedInput },
    }),
    context: (event, additionalContext) => ({
      hookSpecificOutput: { hookEventName: event, additionalContext },
    }),
    block: (reason) => ({ decision: 'block', ...without('reason', reason) }),
    union: unionOf(pre),
  }
}

/** Copilot's own shapes, of events in camel case. */
export const copilotShapes: Shapes = {
  decide: (permissionDecision, reason, more) => ({
    permissionDecision,
    ...without('permissionDecisionReason', reason),
    ...more,
  }),
  rewrite: (modifiedArgs, more) => ({ ...more, modifiedArgs }),
  context: (_event, additionalContext) => ({ additionalContext }),
  block: (reason) => ({ decision: 'block', ...without('reason', reason) }),
  union: unionOf('PreToolUse'),
}

export const geminiShapes: Shapes = {
  decide: (decision, reason, more) => ({ decision, ...without('reason', reason), ...more }),
  rewrite: (input, more) => ({
    ...more,
    hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input },
  }),
  context: (event, additionalContext) => ({
    hookSpecificOutput: { hookEventName: event, additionalContext },
  }),
  block: (reason) => ({ decision: 'block', ...without('reason', reason) }),
  union: unionOf('BeforeTool'),
}

function unionOf(pre: string): Body {
  const decided = { permissionDecision: 'deny', permissionDecisionReason: 'MARK-WHY' }
  return {
    ...decided,
    decision: 'block',
    reason: 'MARK-WHY',
    hookSpecificOutput: { hookEventName: pre, ...decided },
  }
}
