import { FS_TOOLS } from '../_families/plain/fs-tools.ts'
import { folder, join } from '../_families/plain/places.ts'
import { gate, row, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** Known from reports only: the exit code has no meaning at the end of a turn. */
const STOP: AnswerForm = {
  verbs: [{ key: 'decision', words: { block: 'deny' }, reasons: ['reason'] }],
}

const FILE = { path: true } as const
const SAVED = { tools: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'], argument: 'file_path' }

/** Kiro CLI 3 and Kiro IDE 1, from their documents: docs/hosts/kiro.md. */
export const kiroProfile: PlainProfile = {
  name: 'kiro',
  title: 'Kiro',
  events: {
    SessionStart: row('SessionStart', { effects: ['add-context', 'message'], stdout: 'context' }),
    UserPromptSubmit: gate('UserPromptSubmit', { effects: ['add-context', 'message'], stdout: 'context' }),
    PreToolUse: gate('PreToolUse', { subject: TOOL, effects: ['message'] }),
    PostToolUse: row('PostToolUse', { subject: TOOL, effects: ['message'] }),
    PostFileCreate: row('PostToolUse', {
      subject: FILE,
      effects: ['message'],
      implied: { tools: ['Write'], argument: 'file_path' },
    }),
    PostFileSave: row('PostToolUse', { subject: FILE, effects: ['message'], implied: SAVED }),
    PostFileDelete: row('PostFileDelete', { subject: { field: 'file_path' }, effects: ['message'] }),
    PreTaskExec: gate('PreTaskExec', { effects: ['message'] }),
    PostTaskExec: row('PostTaskExec', { effects: ['message'] }),
    Stop: row('Stop', { decisions: ['deny'], endsTurn: true, answer: STOP }),
  },
  keys: {
    event: 'hook_event_name',
    session: 'session_id',
    cwd: 'cwd',
    prompt: 'prompt',
    response: 'tool_response',
    about: 'file_path',
  },
  tools: FS_TOOLS,
  variables: { prompt: 'USER_PROMPT' },
  shownExit: 1,
  files: {
    shape: 'triggers',
    version: 'v1',
    keys: ['name', 'description', 'trigger', 'matcher', 'action', 'timeout', 'enabled', 'confirm'],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 60_000, zeroIsNone: true },
    matcher: 'categories',
    categories: {
      read: ['Read', 'Grep', 'Glob', 'LS'],
      write: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
      shell: ['Bash', 'PowerShell'],
      web: ['WebFetch', 'WebSearch'],
      spec: [],
    },
    start: 'sh-c',
    named: true,
  },
  inlineForms: async () => ({ 'sh-c': (await import('../_families/plain/inline-forms.ts')).shForm('Kiro') }),
  bridge: { skips: ['PostFileCreate', 'PostFileSave'] },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  const own = places.projectDir === places.home ? [] : [places.projectDir]
  return [
    folder('user', join(places, places.home, '.kiro', 'hooks')),
    ...own.map((dir) => folder('project', join(places, dir, '.kiro', 'hooks'))),
  ]
}
