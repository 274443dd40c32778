import type { Decision, EffectKind } from '../../core/decision.ts'
import type { SubjectSpec } from '../../core/event.ts'
import type { EventSpec } from '../dialect.ts'
import type { Surface } from './surfaces.ts'

/** How the host is told no; reply.ts has the shape of each. */
type DenyForm = 'permission' | 'block' | 'behavior' | 'exit' | 'none'

/** What one surface does with an answer. */
export type Honours = {
  readonly denyBy: DenyForm
  readonly decisions: readonly Exclude<Decision, 'none'>[]
  readonly effects: readonly EffectKind[]
}

export type CopilotEvent = {
  /** Canonical name. */
  readonly event: string
  readonly camelCase: string
  /** Absent: the host knows no such name. */
  readonly PascalCase?: string
  readonly gate: boolean
  /** What matchers are tested against. Absent: they are not looked at. */
  readonly subject?: SubjectSpec
  readonly cli: Honours
  /** Absent: never fired there. */
  readonly vscode?: Honours
  /** VS Code knows the camelCase name too. */
  readonly isKnownToVscode?: boolean
  readonly isAbsentInCloud?: boolean
  /** Spellings under which the payload names the event. Default: PascalCase. */
  readonly named?: 'both' | 'neither'
}

const NOTHING: Honours = { denyBy: 'none', decisions: [], effects: [] }
/** The CLI shows stderr to the user when the exit code is 2, on events where that blocks nothing. */
const SHOWN: Honours = { ...NOTHING, effects: ['message'] }
const CONTEXT: Honours = { ...NOTHING, effects: ['add-context', 'message'] }
const COMMON: readonly EffectKind[] = ['message', 'stop']

function blocks(effects: readonly EffectKind[]): Honours {
  return { denyBy: 'block', decisions: ['deny'], effects }
}

/** Facts as of Copilot CLI 1.0.102 and VS Code 1.135. */
export const ROWS: readonly CopilotEvent[] = [
  {
    event: 'SessionStart',
    camelCase: 'sessionStart',
    PascalCase: 'SessionStart',
    gate: false,
    cli: CONTEXT,
    vscode: CONTEXT,
    isKnownToVscode: true,
  },
  {
    event: 'SessionEnd',
    camelCase: 'sessionEnd',
    PascalCase: 'SessionEnd',
    gate: false,
    cli: SHOWN,
    isKnownToVscode: true,
  },
  {
    event: 'UserPromptSubmit',
    camelCase: 'userPromptSubmitted',
    PascalCase: 'UserPromptSubmit',
    gate: true,
    cli: blocks(['add-context', 'patch', 'native', 'message']),
    vscode: blocks(['add-context', ...COMMON]),
    isKnownToVscode: true,
  },
  {
    event: 'UserPromptTransformed',
    camelCase: 'userPromptTransformed',
    gate: false,
    cli: { ...NOTHING, effects: ['patch', 'message'] },
  },
  {
    event: 'PreToolUse',
    camelCase: 'preToolUse',
    PascalCase: 'PreToolUse',
    gate: true,
    subject: 'tool',
    cli: {
      denyBy: 'permission',
      decisions: ['allow', 'ask', 'deny'],
      effects: ['add-context', 'rewrite-input'],
    },
    vscode: {
      denyBy: 'permission',
      decisions: ['allow', 'ask', 'deny'],
      effects: ['add-context', 'rewrite-input', ...COMMON],
    },
    isKnownToVscode: true,
  },
  {
    event: 'PermissionRequest',
    camelCase: 'permissionRequest',
    PascalCase: 'PermissionRequest',
    gate: true,
    subject: 'tool',
    cli: { denyBy: 'behavior', decisions: ['allow', 'deny'], effects: ['permission-result'] },
    named: 'both',
  },
  {
    event: 'PostToolUse',
    camelCase: 'postToolUse',
    PascalCase: 'PostToolUse',
    gate: false,
    subject: 'tool',
    cli: blocks(['add-context', 'rewrite-output', 'message']),
    vscode: blocks(['add-context', ...COMMON]),
    isKnownToVscode: true,
  },
  {
    event: 'PostToolUseFailure',
    camelCase: 'postToolUseFailure',
    PascalCase: 'PostToolUseFailure',
    gate: false,
    cli: { ...NOTHING, effects: ['add-context'] },
  },
  {
    event: 'Stop',
    camelCase: 'agentStop',
    PascalCase: 'Stop',
    gate: false,
    cli: blocks(['keep-going', 'message']),
    vscode: blocks(['keep-going', ...COMMON]),
    isKnownToVscode: true,
  },
  {
    event: 'SubagentStart',
    camelCase: 'subagentStart',
    PascalCase: 'SubagentStart',
    gate: false,
    subject: { field: 'agent_type' },
    cli: CONTEXT,
    vscode: CONTEXT,
    named: 'neither',
  },
  {
    event: 'SubagentStop',
    camelCase: 'subagentStop',
    PascalCase: 'SubagentStop',
    gate: false,
    cli: blocks(['keep-going', 'rewrite-output', 'message']),
    vscode: blocks(['keep-going', ...COMMON]),
    isKnownToVscode: true,
  },
  {
    event: 'PreCompact',
    camelCase: 'preCompact',
    PascalCase: 'PreCompact',
    gate: false,
    subject: { field: 'trigger' },
    cli: SHOWN,
    vscode: { ...NOTHING, effects: COMMON },
  },
  {
    event: 'ErrorOccurred',
    camelCase: 'errorOccurred',
    PascalCase: 'ErrorOccurred',
    gate: false,
    cli: SHOWN,
    isKnownToVscode: true,
  },
  {
    event: 'Notification',
    camelCase: 'notification',
    PascalCase: 'Notification',
    gate: false,
    subject: { field: 'notification_type' },
    cli: { ...NOTHING, effects: ['add-context'] },
    isAbsentInCloud: true,
    named: 'both',
  },
  {
    event: 'PreMcpToolCall',
    camelCase: 'preMcpToolCall',
    gate: false,
    cli: { ...NOTHING, effects: ['native'] },
  },
]

/** What the guide of April 2026 says the host reads; a non-zero exit is the only no on two events. */
const GUIDE: Readonly<Record<string, Honours>> = {
  SessionStart: { ...NOTHING, effects: ['add-context'] },
  PreToolUse: { denyBy: 'permission', decisions: ['deny'], effects: ['add-context', 'rewrite-input'] },
  UserPromptSubmit: { ...NOTHING, denyBy: 'exit', decisions: ['deny'] },
  Stop: { ...NOTHING, denyBy: 'exit', decisions: ['deny'] },
}

/** Undefined where the surface never fires the event. */
export function honoursOn(surface: Surface, row: CopilotEvent): Honours | undefined {
  switch (surface) {
    case 'cli':
      return row.cli
    case 'vscode':
      return row.vscode
    case 'guide':
      return GUIDE[row.event] ?? NOTHING
    case 'cloud':
      return row.isAbsentInCloud ? undefined : inCloud(row)
  }
}

/** Nobody can be asked or shown anything there, and all tools are approved beforehand. */
function inCloud({ event, cli }: CopilotEvent): Honours {
  if (event === 'PermissionRequest') return NOTHING
  return {
    ...cli,
    decisions: cli.decisions.filter((decision) => decision !== 'ask'),
    effects: cli.effects.filter((effect) => effect !== 'message'),
  }
}

/** By native name, in both spellings. */
export function eventsOn(surface: Surface): Readonly<Record<string, EventSpec>> {
  return Object.fromEntries(
    ROWS.flatMap((row) => {
      const honours = honoursOn(surface, row)
      if (honours === undefined) return []
      const { event, gate, subject, camelCase, PascalCase } = row
      const { decisions, effects } = honours
      const spec: EventSpec = { event, gate, decisions, effects, ...(subject && { subject }) }
      const names = [camelCase, ...(PascalCase === undefined ? [] : [PascalCase])]
      return names.map((name) => [name, isNameless(name, row, surface) ? { ...spec, nameless: true } : spec])
    }),
  )
}

/** VS Code names the event in every payload. */
function isNameless(native: string, { camelCase, named }: CopilotEvent, surface: Surface): boolean {
  if (surface === 'vscode' || named === 'both') return false
  return native === camelCase || named === 'neither'
}

/** By native or canonical name; no other spelling is known to the host. */
export function rowOf(name: string): CopilotEvent | undefined {
  return ROWS.find((row) => row.camelCase === name || row.PascalCase === name || row.event === name)
}
