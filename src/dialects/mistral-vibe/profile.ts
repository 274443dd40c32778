import { valueAt } from '../_families/bridge-file.ts'
import { rewrittenCall } from '../../core/rewritten.ts'
import { file, join } from '../_families/plain/places.ts'
import { gate, row, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** `allow` skips no question, so that it is not a grant. */
const ANSWER: AnswerForm = {
  verbs: [{ key: 'decision', words: { deny: 'deny', allow: 'none' }, reasons: ['reason'] }],
  knownWordsOnly: true,
  message: 'system_message',
}
const INSIDE = 'hook_specific_output'

/** Mistral Vibe, from its documents and source: docs/hosts/mistral-vibe.md. */
export const mistralVibeProfile: PlainProfile = {
  name: 'mistral-vibe',
  title: 'Mistral Vibe',
  events: {
    pre_tool: gate('PreToolUse', {
      subject: TOOL,
      effects: ['rewrite-input', 'message'],
      exit2: 'failure',
      answer: { ...ANSWER, inside: INSIDE, rewrite: 'tool_input' },
    }),
    post_tool: row('PostToolUse', {
      subject: TOOL,
      decisions: ['deny'],
      effects: ['add-context', 'message'],
      exit2: 'failure',
      answer: { ...ANSWER, inside: INSIDE, context: 'additional_context' },
    }),
    post_agent: row('Stop', {
      decisions: ['deny'],
      effects: ['message'],
      exit2: 'failure',
      endsTurn: true,
      answer: ANSWER,
    }),
  },
  otherEvents: { before_tool: 'pre_tool', after_tool: 'post_tool', post_agent_turn: 'post_agent' },
  keys: {
    event: 'hook_event_name',
    session: 'session_id',
    cwd: 'cwd',
    useId: 'tool_call_id',
    response: 'tool_output',
  },
  tools: {
    names: {
      Bash: ['bash'],
      Edit: ['edit', 'search_replace'],
      Write: ['write_file'],
      Read: ['read', 'read_file'],
      Grep: ['grep'],
      WebFetch: ['web_fetch'],
      WebSearch: ['web_search'],
      TodoWrite: ['todo'],
      Agent: ['task'],
    },
    arguments: { Write: { path: 'file_path' } },
    otherArguments: { Edit: { path: 'file_path' }, Read: { path: 'file_path' } },
  },
  files: {
    shape: 'list',
    keys: ['name', 'type', 'command', 'match', 'timeout', 'strict', 'description'],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 60_000 },
    matcher: 'shell-pattern',
    matcherKey: 'match',
    start: 'sh-c',
    closed: { keys: ['strict'], at: true },
  },
  inlineForms: async () => ({
    'sh-c': (await import('../_families/plain/inline-forms.ts')).shForm('Mistral Vibe'),
  }),
  bridge: {
    notes: (scope, places, lookUp) => [
      ...(valueAt(lookUp(join(places, homeOf(places), 'config.toml')), 'enable_experimental_hooks') === true
        ? []
        : ['Releases of mid-2026 need `enable_experimental_hooks = true` in `config.toml` of Mistral Vibe.']),
      ...(scope === 'project' ? ['Mistral Vibe reads hooks of a project in trusted folders only.'] : []),
    ],
  },
  host: {
    combination: {
      order: () => 'serial',
      stopAt: (event) => (event === 'PostToolUse' ? [] : ['deny']),
      rewrites: 'chain',
      next: (event, { answer }) => rewrittenCall(event, answer),
    },
    configVariables: ['VIBE_HOME'],
    stopCap: 3,
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  const home = homeOf(places)
  const own = places.startDir === places.home ? [] : [places.startDir]
  return [
    file('user', join(places, home, 'hooks.toml')),
    ...own.map((dir) => file('project', join(places, dir, '.vibe', 'hooks.toml'))),
  ]
}

function homeOf(places: Places): string {
  return places.env('VIBE_HOME') || join(places, places.home, '.vibe')
}
