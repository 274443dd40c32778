import { file, join, projectDirs } from '../_families/plain/places.ts'
import { gate, TOOL, type AnswerForm, type PlainProfile } from '../_families/plain/profile.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** The form of another host, read in place of its own where the key is there. `ask` counts as no decision there. */
const NESTED: AnswerForm = {
  verbs: [
    {
      key: 'permissionDecision',
      words: { allow: 'allow', deny: 'deny' },
      reasons: ['permissionDecisionReason'],
    },
  ],
  anyCase: true,
  context: 'additionalContext',
  rewrite: 'updatedInput',
}

const ANSWER: AnswerForm = {
  verbs: [{ key: 'decision', words: { allow: 'allow', deny: 'deny' }, reasons: ['reason'] }],
  anyCase: true,
  context: 'context',
  rewrite: 'updated_input',
  flag: { key: 'halt', is: true, means: 'stop' },
  nested: { key: 'hookSpecificOutput', form: NESTED },
}

/** Crush, from its source and documents: docs/hosts/crush.md. */
export const crushProfile: PlainProfile = {
  name: 'crush',
  title: 'Crush',
  events: {
    PreToolUse: gate('PreToolUse', {
      subject: TOOL,
      decisions: ['allow', 'deny'],
      effects: ['add-context', 'rewrite-input', 'stop'],
      answer: ANSWER,
    }),
  },
  foldsNames: true,
  keys: { event: 'event', session: 'session_id', cwd: 'cwd' },
  tools: {
    names: {
      Bash: ['bash'],
      Edit: ['edit'],
      MultiEdit: ['multiedit'],
      Write: ['write'],
      Read: ['view'],
      Grep: ['grep'],
      Glob: ['glob'],
      LS: ['ls'],
      WebFetch: ['fetch', 'web_fetch'],
      WebSearch: ['web_search'],
      Agent: ['agent'],
    },
    mcp: ['mcp_', '_'],
    merges: true,
  },
  variables: {
    always: { CRUSH: '1', AGENT: 'crush', AI_AGENT: 'crush' },
    event: 'CRUSH_EVENT',
    tool: 'CRUSH_TOOL_NAME',
    session: 'CRUSH_SESSION_ID',
    cwd: 'CRUSH_CWD',
    project: 'CRUSH_PROJECT_DIR',
    arguments: { CRUSH_TOOL_INPUT_COMMAND: 'command', CRUSH_TOOL_INPUT_FILE_PATH: 'file_path' },
  },
  files: {
    shape: 'entries',
    keys: ['name', 'matcher', 'command', 'timeout'],
    timeout: { key: 'timeout', unitMs: 1_000, defaultMs: 30_000 },
    matcher: 'search',
    start: 'bash-c',
    haltExit: 49,
    sameBy: 'command',
  },
  inlineForms: async () => ({
    'bash-c': (await import('../_families/plain/inline-forms.ts')).bashForm('Crush'),
  }),
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'merge' },
    configVariables: ['XDG_CONFIG_HOME'],
    projectVariable: 'CRUSH_PROJECT_DIR',
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  const config = places.env('XDG_CONFIG_HOME') || join(places, places.home, '.config')
  const own = projectDirs(places).flatMap((dir) =>
    ['crush.json', '.crush.json'].map((name) => file('project', join(places, dir, name))),
  )
  return [file('user', join(places, config, 'crush', 'crush.json')), ...own]
}
