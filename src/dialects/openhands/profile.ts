import { file, join } from '../_families/plain/places.ts'
import { gate, row, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { ToolInput } from '../_families/tool-names.ts'
import type { FileSpec, Places } from '../dialect.ts'

const ANSWER: AnswerForm = {
  verbs: [{ key: 'decision', words: { deny: 'deny', allow: 'none' }, reasons: ['reason'] }],
  anyCase: true,
  context: 'additionalContext',
  flag: { key: 'continue', is: false, means: 'deny' },
  anyExit: true,
}

/** Tools that read, write and edit; the last is the name in older releases. */
const EDITORS = ['file_editor', 'planning_file_editor', 'str_replace_editor']
const EDITOR = { command: 'operation', path: 'file_path', file_text: 'content' }

/** OpenHands, from the source of its SDK: docs/hosts/openhands.md. */
export const openhandsProfile: PlainProfile = {
  name: 'openhands',
  title: 'OpenHands',
  events: {
    PreToolUse: gate('PreToolUse', { subject: TOOL, answer: ANSWER }),
    PostToolUse: row('PostToolUse', { subject: TOOL }),
    UserPromptSubmit: gate('UserPromptSubmit', { effects: ['add-context'], answer: ANSWER }),
    SessionStart: row('SessionStart'),
    SessionEnd: row('SessionEnd'),
    Stop: row('Stop', { decisions: ['deny'], exit2: 'deny', endsTurn: true, answer: ANSWER }),
  },
  // Files name events in snake_case, payloads in PascalCase.
  foldsNames: true,
  keys: {
    event: 'event_type',
    session: 'session_id',
    cwd: 'working_dir',
    prompt: 'message',
    response: 'tool_response',
    otherResponse: 'tool_output',
  },
  tools: {
    names: {
      Bash: ['terminal', 'execute_bash'],
      Edit: [...EDITORS, 'edit', 'apply_patch'],
      Write: [...EDITORS, 'write_file'],
      Read: [...EDITORS, 'read_file'],
      Grep: ['grep'],
      Glob: ['glob'],
      LS: ['list_directory'],
    },
    shared: Object.fromEntries(EDITORS.map((name) => [name, fileEditor])),
    patches: { Edit: 'patch' },
    arguments: {
      Read: { command: 'operation', path: 'file_path' },
      Write: EDITOR,
      LS: { dir_path: 'path' },
      Edit: { ...EDITOR, old_str: 'old_string', new_str: 'new_string' },
    },
    fixed: { Read: { command: 'view' }, Write: { command: 'create' }, Edit: { command: 'str_replace' } },
  },
  variables: {
    always: { AI_AGENT: 'openhands' },
    event: 'OPENHANDS_EVENT_TYPE',
    session: 'OPENHANDS_SESSION_ID',
    project: 'OPENHANDS_PROJECT_DIR',
    tool: 'OPENHANDS_TOOL_NAME',
  },
  files: {
    shape: 'groups',
    bare: true,
    keys: [
      'type',
      'name',
      'command',
      'prompt',
      'system_prompt',
      'tools',
      'max_iterations',
      'timeout',
      'async',
    ],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 60_000 },
    matcher: 'name-or-full',
    start: 'sh-c',
  },
  inlineForms: async () => ({
    'sh-c': (await import('../_families/plain/inline-forms.ts')).shForm('OpenHands'),
  }),
  host: {
    combination: {
      order: () => 'serial',
      stopAt: (event) => (event === 'PostToolUse' || event.startsWith('Session') ? [] : ['deny']),
      rewrites: 'replace',
    },
    projectVariable: 'OPENHANDS_PROJECT_DIR',
    files,
  },
}

/** One tool for all of it, with a `command` that is not a shell line. */
function fileEditor(input: ToolInput): string {
  const command = input['command'] ?? input['operation']
  if (command === 'view') return 'Read'
  const isWhole = Object.hasOwn(input, 'file_text') || Object.hasOwn(input, 'content')
  return command === 'create' || (command === undefined && isWhole) ? 'Write' : 'Edit'
}

function files(places: Places): readonly FileSpec[] {
  const own = places.startDir === places.home ? [] : [places.startDir]
  return [places.home, ...own].map((dir, index) =>
    file(index === 0 ? 'user' : 'project', join(places, dir, '.openhands', 'hooks.json')),
  )
}
