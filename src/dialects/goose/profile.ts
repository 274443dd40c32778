import { join, projectDirs, file } from '../_families/plain/places.ts'
import { gate, row, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { ToolInput } from '../_families/tool-names.ts'
import type { FileSpec, Places } from '../dialect.ts'

const ANSWER: AnswerForm = {
  verbs: [{ key: 'decision', words: { block: 'deny', allow: 'none' }, reasons: ['reason'] }],
  anyExit: true,
}

/** Every folder of plugins is one; this one is ours. */
const OWN_PLUGIN = ['.agents', 'plugins', 'hookwright', 'hooks', 'hooks.json']
const CONTEXT = 'matcher_context'
const FILE = { path: true } as const

/** Goose, from its source and documents: docs/hosts/goose.md. */
export const gooseProfile: PlainProfile = {
  name: 'goose',
  title: 'Goose',
  events: {
    PreToolUse: gate('PreToolUse', { subject: TOOL, answer: ANSWER }),
    PostToolUse: row('PostToolUse', { subject: TOOL }),
    PostToolUseFailure: row('PostToolUseFailure', { subject: TOOL }),
    UserPromptSubmit: row('UserPromptSubmit', { subject: { field: CONTEXT } }),
    SessionStart: row('SessionStart'),
    SessionEnd: row('SessionEnd'),
    // Later builds wait for it; to earlier ones the answer is nothing.
    Stop: row('Stop', { decisions: ['deny'], exit2: 'deny', endsTurn: true, answer: ANSWER }),
    SubagentStart: row('SubagentStart'),
    SubagentStop: row('SubagentStop'),
    BeforeReadFile: row('PreToolUse', { subject: FILE, implied: { tools: ['Read'], argument: 'file_path' } }),
    AfterFileEdit: row('PostToolUse', {
      subject: FILE,
      implied: { tools: ['Edit', 'Write', 'MultiEdit'], argument: 'file_path' },
    }),
    BeforeShellExecution: row('PreToolUse', {
      subject: 'command',
      implied: { tools: ['Bash'], argument: 'command' },
    }),
    AfterShellExecution: row('PostToolUse', {
      subject: 'command',
      implied: { tools: ['Bash'], argument: 'command' },
    }),
  },
  keys: {
    event: 'event',
    session: 'session_id',
    cwd: 'working_dir',
    prompt: 'message',
    useId: 'tool_call_id',
    response: 'tool_output',
    about: CONTEXT,
  },
  tools: {
    names: {
      Bash: ['shell', 'developer__shell'],
      Edit: ['edit', 'developer__text_editor'],
      Write: ['write'],
      LS: ['tree'],
    },
    shared: { developer__text_editor: textEditor },
    arguments: {
      Read: { command: 'operation', path: 'file_path' },
      Write: { command: 'operation', path: 'file_path' },
      Edit: { command: 'operation', path: 'file_path', before: 'old_string', after: 'new_string' },
    },
    otherArguments: {
      Read: { file: 'file_path' },
      Write: { file: 'file_path', file_text: 'content' },
      Edit: { file: 'file_path', old_str: 'old_string', new_str: 'new_string' },
    },
    mcp: ['', '__'],
  },
  variables: { pluginRoot: 'PLUGIN_ROOT' },
  files: {
    shape: 'groups',
    keys: ['type', 'command', 'timeout', 'on_failure'],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 30_000 },
    matcher: 'search',
    start: 'sh-c',
    closed: { keys: ['on_failure'], at: 'block' },
    plugins: {
      file: /(?<root>.*\/\.agents\/plugins\/(?<name>[^/]+))\/hooks\/hooks\.json$/,
      settings: { file: /\/goose\/settings\.json$/, key: 'disabledPlugins' },
    },
  },
  inlineForms: async () => ({ 'sh-c': (await import('../_families/plain/inline-forms.ts')).shForm('Goose') }),
  bridge: {
    file: (scope, places) => ({
      path: join(places, scope === 'user' ? places.home : places.projectDir, ...OWN_PLUGIN),
      format: 'json',
      isOurs: true,
    }),
    skips: ['BeforeReadFile', 'AfterFileEdit', 'BeforeShellExecution', 'AfterShellExecution'],
  },
  host: {
    combination: { order: () => 'serial', stopAt: ['deny'], rewrites: 'replace' },
    configVariables: ['XDG_CONFIG_HOME'],
    stopCapVariable: 'GOOSE_STOP_HOOK_BLOCK_CAP',
    files,
  },
}

/** The older tool for all of it has a `command`, which is not a shell line. */
function textEditor({ command, operation = command }: ToolInput): string {
  if ((command ?? operation) === 'view') return 'Read'
  return (command ?? operation) === 'write' ? 'Write' : 'Edit'
}

function files(places: Places): readonly FileSpec[] {
  const config = places.env('XDG_CONFIG_HOME') || join(places, places.home, '.config')
  const plugins = (scope: 'user' | 'project', dir: string): FileSpec => ({
    find: 'folder',
    scope,
    path: join(places, dir, '.agents', 'plugins'),
    suffix: 'hooks.json',
    deep: 2,
  })
  const own = projectDirs(places).filter((dir) => dir !== places.home)
  return [
    file('user', join(places, config, 'goose', 'settings.json')),
    plugins('user', places.home),
    ...own.map((dir) => plugins('project', dir)),
  ]
}
