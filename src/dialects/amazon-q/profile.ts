import { FS_TOOLS } from '../_families/plain/fs-tools.ts'
import { folder, join } from '../_families/plain/places.ts'
import { gate, row, TOOL, type PlainProfile } from '../_families/plain/profile.ts'
import type { FileSpec, Places } from '../dialect.ts'

const FILE = { path: true } as const

/** Agent files of the Amazon Q CLI and of Kiro CLI 2, from their documents: docs/hosts/amazon-q.md. */
export const amazonQProfile: PlainProfile = {
  name: 'amazon-q',
  title: 'Amazon Q CLI',
  events: {
    agentSpawn: row('SessionStart', { effects: ['add-context', 'message'], stdout: 'context' }),
    userPromptSubmit: row('UserPromptSubmit', { effects: ['add-context', 'message'], stdout: 'context' }),
    preToolUse: gate('PreToolUse', { subject: TOOL, effects: ['message'] }),
    postToolUse: row('PostToolUse', { subject: TOOL, effects: ['message'] }),
    stop: row('Stop', { effects: ['message'] }),
    fileEdited: row('PostToolUse', {
      subject: FILE,
      effects: ['message'],
      implied: { tools: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'], argument: 'file_path' },
    }),
    fileCreated: row('PostToolUse', {
      subject: FILE,
      effects: ['message'],
      implied: { tools: ['Write'], argument: 'file_path' },
    }),
  },
  keys: {
    event: 'hook_event_name',
    session: 'session_id',
    cwd: 'cwd',
    prompt: 'prompt',
    response: 'tool_response',
    about: 'file_path',
    calls: 'hook_events',
  },
  tools: FS_TOOLS,
  shownExit: 1,
  files: {
    shape: 'entries',
    keys: [
      'command',
      'matcher',
      'timeout_ms',
      'cache_ttl_seconds',
      'max_output_size',
      'only_when_turn_complete',
    ],
    timeout: { key: 'timeout_ms', unitMs: 1, defaultMs: 30_000 },
    matcher: 'glob',
    start: 'bash-c',
    named: true,
  },
  inlineForms: async () => ({
    'bash-c': (await import('../_families/plain/inline-forms.ts')).bashForm('Amazon Q CLI'),
  }),
  // Hooks stand in agent files, and which agent is active is known to the session only.
  bridge: false,
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    // One agent is active at a time, and nothing outside of the session says which.
    choosesFiles: true,
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  const { home, projectDir } = places
  const own = projectDir === home ? [] : [projectDir]
  return [
    folder('user', join(places, home, '.aws', 'amazonq', 'cli-agents')),
    folder('user', join(places, home, '.kiro', 'agents')),
    ...own.flatMap((dir) => [
      folder('project', join(places, dir, '.amazonq', 'cli-agents')),
      folder('project', join(places, dir, '.kiro', 'agents')),
    ]),
  ]
}
