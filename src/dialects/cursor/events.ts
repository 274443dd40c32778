import type { Event, HookSubject } from '../../core/event.ts'
import type { EventSpec } from '../dialect.ts'
import { eventSpec } from '../event-spec.ts'
import { EDIT_TOOLS, MCP_TOOLS, NATIVE_NAMES, READ_TOOLS, SHELL_TOOLS } from './tools.ts'

/**
 * How the host is told no: by `permission`, by `continue: false`, by a message that keeps the agent working, or, where
 * nothing can be prevented, as context for the model.
 */
type DenyForm = 'permission' | 'continue' | 'followup' | 'context' | 'none'

/** One native event: what the host does with an answer, and what its hooks are told. */
export type CursorEvent = EventSpec & {
  readonly native: string
  readonly denyBy: DenyForm
  /** The keys of an answer that the host reads here. */
  readonly keys: readonly string[]
  /** What matchers of its hooks are tested against. Absent: nothing is documented. */
  readonly tests?: HookSubject | { readonly constant: string }
  /** Canonical names of the tools it is about. Absent: all, or it is not about tools. */
  readonly tools?: readonly string[]
}

const MESSAGES = ['user_message', 'agent_message'] as const

/** Rows in the order of the host's own list; of rows with one canonical name, the first stands for calls of other hosts. */
const ROWS: Readonly<Record<string, Omit<CursorEvent, 'native'>>> = {
  sessionStart: {
    ...observed('SessionStart'),
    effects: ['add-context', 'session-env'],
    keys: ['env', 'additional_context'],
  },
  sessionEnd: observed('SessionEnd'),
  beforeSubmitPrompt: {
    ...gate('UserPromptSubmit'),
    decisions: ['deny'],
    denyBy: 'continue',
    keys: ['continue', 'user_message'],
    tests: { constant: 'UserPromptSubmit' },
  },
  preToolUse: {
    ...gate('PreToolUse'),
    ...aboutTools(),
    effects: ['rewrite-input', 'message', 'stop'],
    keys: ['permission', ...MESSAGES, 'updated_input'],
  },
  postToolUse: {
    ...observed('PostToolUse'),
    ...aboutTools(),
    decisions: ['deny'],
    effects: ['add-context', 'rewrite-output'],
    denyBy: 'context',
    keys: ['additional_context', 'updated_mcp_tool_output'],
  },
  postToolUseFailure: { ...observed('PostToolUseFailure'), ...aboutTools() },
  beforeShellExecution: {
    ...gate('PreToolUse'),
    decisions: ['allow', 'ask', 'deny'],
    keys: ['permission', ...MESSAGES],
    subject: 'command',
    tests: 'command',
    tools: SHELL_TOOLS,
  },
  afterShellExecution: {
    ...observed('PostToolUse'),
    subject: 'command',
    tests: 'command',
    tools: SHELL_TOOLS,
  },
  beforeMCPExecution: {
    ...gate('PreToolUse'),
    decisions: ['allow', 'ask', 'deny'],
    keys: ['permission', ...MESSAGES],
    tools: MCP_TOOLS,
  },
  afterMCPExecution: { ...observed('PostToolUse'), tools: MCP_TOOLS },
  beforeReadFile: { ...gate('PreToolUse'), ...aboutKind('Read', READ_TOOLS) },
  afterFileEdit: { ...observed('PostToolUse'), ...aboutKind('Write', EDIT_TOOLS) },
  subagentStart: { ...gate('SubagentStart'), ...aboutAgents() },
  subagentStop: { ...ending('SubagentStop', 'agent'), ...aboutAgents() },
  preCompact: { ...observed('PreCompact'), effects: ['message'], keys: ['user_message'] },
  stop: { ...ending('Stop', 'session'), tests: { constant: 'Stop' } },
  afterAgentResponse: { ...observed('AfterAgentResponse'), tests: { constant: 'AgentResponse' } },
  afterAgentThought: { ...observed('AfterAgentThought'), tests: { constant: 'AgentThought' } },
  beforeTabFileRead: {
    ...gate('BeforeTabFileRead'),
    effects: ['stop'],
    keys: ['permission'],
    subject: 'tool',
  },
  afterTabFileEdit: { ...observed('AfterTabFileEdit'), subject: 'tool' },
  workspaceOpen: { ...observed('WorkspaceOpen'), effects: ['native'], keys: ['pluginPaths'] },
}

type Row = Omit<CursorEvent, 'native'>

/** The host tells of it and reads no answer. */
function observed(event: string): Row {
  return { event, gate: false, decisions: [], effects: [], denyBy: 'none', keys: [] }
}

/** The host waits for a permission. It reads `ask` on two events only; elsewhere a question becomes a no. */
function gate(event: string): Row {
  return {
    event,
    gate: true,
    decisions: ['allow', 'deny'],
    // It has no way to end a turn, so that a stop is a no.
    effects: ['message', 'stop'],
    denyBy: 'permission',
    keys: ['permission', 'user_message'],
  }
}

/** A text becomes the next message of the user. */
function ending(event: string, conversation: 'session' | 'agent'): Row {
  return {
    event,
    gate: false,
    decisions: ['deny'],
    effects: ['keep-going', 'stop'],
    denyBy: 'followup',
    keys: ['followup_message'],
    endsTurn: true,
    conversation,
  }
}

function aboutTools(): Pick<Row, 'subject' | 'tests'> {
  return { subject: 'tool', tests: { tool: NATIVE_NAMES, mcp: { prefix: 'MCP:' } } }
}

/** Matchers see one word for all these tools. */
function aboutKind(kind: string, tools: readonly string[]): Pick<Row, 'subject' | 'tests' | 'tools'> {
  return {
    subject: 'tool',
    tests: { tool: Object.fromEntries(tools.map((tool) => [tool, [kind]])) },
    tools,
  }
}

function aboutAgents(): Pick<EventSpec, 'subject'> & Pick<CursorEvent, 'tests'> {
  return { subject: { field: 'agent_type' }, tests: { field: 'agent_type' } }
}

/** Every event by its native name. */
export const ROWS_BY_NAME: Readonly<Record<string, CursorEvent>> = Object.fromEntries(
  Object.entries(ROWS).map(([native, row]) => [native, { ...row, native }]),
)

/** The same, with only what all hosts have. */
export const events: Readonly<Record<string, EventSpec>> = Object.fromEntries(
  Object.entries(ROWS).map(([native, row]) => [native, specOf(row)]),
)

function specOf(row: Row): EventSpec {
  const { denyBy: _, keys: __, tests: ___, tools: ____, ...spec } = row
  return spec
}

/** Returns the row of an event: that of its native name, else the first with its canonical name. */
export function rowFor(event: Pick<Event, 'name'> & Partial<Event>): CursorEvent | undefined {
  return eventSpec({ events: ROWS_BY_NAME }, event)
}

/** Returns the row of a native name; a canonical name means the first of its rows. */
export function rowOf(name: string): CursorEvent | undefined {
  return Object.hasOwn(ROWS_BY_NAME, name) ? ROWS_BY_NAME[name] : rowFor({ name })
}
