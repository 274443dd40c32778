import { file, join } from '../_families/plain/places.ts'
import { gate, row, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** `approve` sends the call to the person who approves calls, in later builds only: it is read and never written. */
const CALL: AnswerForm = {
  verbs: [
    {
      key: 'action',
      words: { block: 'deny', modify: 'rewrite', approve: 'ask', allow: 'none' },
      reasons: ['message', 'reason'],
      arguments: 'args',
    },
    {
      key: 'decision',
      words: { block: 'deny', modify: 'rewrite', allow: 'none' },
      reasons: ['reason', 'message'],
      arguments: 'tool_input',
    },
  ],
  anyExit: true,
}

const VERIFY: AnswerForm = {
  verbs: [
    { key: 'action', words: { continue: 'deny', block: 'deny' }, reasons: ['message', 'reason'] },
    { key: 'decision', words: { block: 'deny', continue: 'deny' }, reasons: ['reason', 'message'] },
  ],
  anyCase: true,
  anyExit: true,
  needsReason: true,
}

const CONTEXT: AnswerForm = { verbs: [], context: 'context', anyExit: true }

/** Hermes Agent, from its source: docs/hosts/hermes.md. */
export const hermesProfile: PlainProfile = {
  name: 'hermes',
  title: 'Hermes Agent',
  events: {
    pre_tool_call: gate('PreToolUse', { subject: TOOL, effects: ['rewrite-input'], answer: CALL }),
    post_tool_call: row('PostToolUse', { subject: TOOL }),
    pre_llm_call: row('UserPromptSubmit', { effects: ['add-context'], answer: CONTEXT }),
    pre_verify: row('Stop', { decisions: ['deny'], endsTurn: true, answer: VERIFY }),
    on_session_start: row('SessionStart'),
    on_session_end: row('SessionEnd'),
    subagent_start: row('SubagentStart'),
    subagent_stop: row('SubagentStop'),
    pre_approval_request: row('PermissionRequest'),
    api_request_error: row('StopFailure'),
  },
  keys: {
    event: 'hook_event_name',
    session: 'session_id',
    cwd: 'cwd',
    prompt: 'user_message',
    useId: 'tool_call_id',
    response: 'result',
    rest: 'extra',
  },
  tools: {
    names: {
      Bash: ['terminal'],
      Edit: ['patch'],
      Write: ['write_file'],
      Read: ['read_file'],
      Grep: ['search_files'],
      WebFetch: ['web_extract'],
      WebSearch: ['web_search'],
    },
    arguments: { Read: { path: 'file_path' }, Write: { path: 'file_path' }, Edit: { path: 'file_path' } },
    patches: { Edit: 'patch' },
    mcp: ['mcp_', '_'],
  },
  stderrCap: 400,
  files: {
    shape: 'entries',
    notEvents: ['outbound', 'output_spill', 'missing_hook_policy'],
    moreEvents: true,
    keys: ['command', 'matcher', 'timeout', 'fail_closed', 'failClosed'],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 60_000, mostMs: 300_000 },
    matcher: 'full',
    start: 'argv',
    closed: { keys: ['fail_closed', 'failClosed'], at: true },
    sameBy: 'matcher-and-command',
    offVariable: 'HERMES_SAFE_MODE',
  },
  bridge: {
    notes: (_scope, { env }) =>
      env('HERMES_SAFE_MODE') ? ['HERMES_SAFE_MODE is set here, and switches all hooks of Hermes off.'] : [],
  },
  host: {
    combination: { order: () => 'serial', stopAt: [], rewrites: 'replace' },
    configVariables: ['HERMES_HOME', 'HERMES_SAFE_MODE', 'LOCALAPPDATA'],
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  return [file('user', join(places, homeOf(places), 'config.yaml'))]
}

function homeOf(places: Places): string {
  const own = places.env('HERMES_HOME')
  if (own) return own
  const local = places.platform === 'win32' ? places.env('LOCALAPPDATA') : undefined
  return local ? join(places, local, 'hermes') : join(places, places.home, '.hermes')
}
