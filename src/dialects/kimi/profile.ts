import type { Decision } from '../../core/decision.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { actionByUseId } from '../_families/action.ts'
import { callNames } from '../_families/claude/calls.ts'
import { envelopeOf } from '../_families/claude/envelope.ts'
import type { ClaudeEventSpec, EventRow } from '../_families/claude/event-spec.ts'
import { pickEvents, sameNames } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Kimi Code'
const CLOSED = 'closed'
/** Names of tools in another release. */
const FILE = { path: 'file_path' }

const OUTPUT: NonNullable<ClaudeEventSpec['output']> = {
  permissionDecision: ['allow', 'deny', 'ask'],
  permissionDecisionReason: 'text',
}

/** A hook says no by its exit code; what it may write besides is a no as well. */
const BLOCKABLE: Partial<EventRow> = {
  denyBy: 'exit-2',
  decisions: ['deny'],
  effects: [],
  output: OUTPUT,
  form: { unnamed: true, jsonAt: 'exit-0' },
}

/** Known from documents only: docs/hosts/kimi.md. */
export const profile: ClaudeProfile = {
  name: 'kimi',
  title: TITLE,
  wire: 'kimi',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: { event: 'PreToolUse', ...BLOCKABLE },
      UserPromptSubmit: {
        event: 'UserPromptSubmit',
        ...BLOCKABLE,
        subject: { field: 'prompt' },
        contextBy: 'stdout',
        effects: ['add-context'],
      },
      Stop: { event: 'Stop', ...BLOCKABLE },
      PostToolUse: { event: 'PostToolUse', ...observed() },
      PostToolUseFailure: { event: 'PostToolUseFailure', ...observed() },
      PermissionRequest: { event: 'PermissionRequest', ...observed(), gate: false, required: [] },
      SessionStart: { event: 'SessionStart', ...observed() },
      SubagentStart: { event: 'SubagentStart', ...observed(), subject: { field: 'agent_name' } },
      SubagentStop: { event: 'SubagentStop', ...observed(), subject: { field: 'agent_name' } },
      PreCompact: { event: 'PreCompact', ...observed(), gate: false },
      ...sameNames([
        'PermissionResult',
        'SessionEnd',
        'SessionHeartbeat',
        'StopFailure',
        'Interrupt',
        'TurnStarted',
        'TaskStarted',
        'PostCompact',
        'Notification',
        'UserPromptQueued',
      ]),
    },
    { handlers: ['command'], matcher: 'regex', timeoutMs: 30_000, discards: ['continue', 'systemMessage'] },
  ),
  variables: {},
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        Bash: ['Bash', 'Shell'],
        Edit: ['Edit', 'StrReplaceFile'],
        Write: ['Write', 'WriteFile'],
        Read: ['Read', 'ReadFile'],
        WebFetch: ['WebFetch', 'FetchURL'],
        WebSearch: ['WebSearch', 'SearchWeb'],
      },
    },
    otherArguments: { Edit: FILE, Write: FILE, Read: FILE },
  }),
  envelope: envelopeOf({
    otherKeys: { tool_output: 'tool_response', tool_call_id: 'tool_use_id' },
    pieces: ['prompt'],
  }),
  configForm: {
    entryKeys: ['command', 'timeout', 'fail_mode'],
    handlerKeys: { command: ['command', 'timeout', 'fail_mode'] },
    readHandler: ({ fail_mode: mode }) => (mode === 'closed' ? { note: CLOSED } : {}),
  },
  inlineForms: async () => (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, []),
  bridge: { longestTimeout: () => 600 },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures,
    brokenFile: 'ask',
    configVariables: ['KIMI_CODE_HOME'],
    actionOf: actionByUseId,
    files,
  },
}

/** Nothing that its hooks say has an effect. */
function observed(): Partial<EventRow> {
  return { exit2: 'ignored', denyBy: 'none', decisions: [], effects: [], endsTurn: false }
}

const GATES: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit', 'Stop'])

/** A hook that fails lets the action happen, unless its entry says `fail_mode = "closed"`. */
function failures(event: string, _failure: FailureClass, _handler: string, note?: string): Decision {
  return note === CLOSED && GATES.has(event) ? 'deny' : 'none'
}

function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const home = places.env('KIMI_CODE_HOME') || join(places.home, '.kimi-code')
  return [{ find: 'file', scope: 'user', path: join(home, 'config.toml'), format: 'toml' }]
}
