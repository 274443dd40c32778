import type { Step } from '../../core/plan.ts'
import { actionByUseId } from '../_families/action.ts'
import { callNames } from '../_families/claude/calls.ts'
import { envelopeOf } from '../_families/claude/envelope.ts'
import type { AnswerForm, HandlerType } from '../_families/claude/event-spec.ts'
import { pickEvents, sameNames } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Qwen Code'
const PROJECT_DIR = 'QWEN_PROJECT_DIR'
const MORE_DIRS = ['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']
const HANDLERS: readonly HandlerType[] = ['command', 'http', 'prompt']

/** Several words for each decision; PreToolUse reads its own field first, and stdout counts at exit 0 only. */
const FORM: AnswerForm = {
  words: { block: 'deny', deny: 'deny', ask: 'ask', approve: 'allow', allow: 'allow' },
  unnamed: true,
  ownFirst: true,
  jsonAt: 'exit-0',
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  Bash: ['run_shell_command'],
  Edit: ['edit', 'replace'],
  NotebookEdit: ['notebook_edit'],
  Write: ['write_file'],
  Read: ['read_file'],
  Grep: ['grep_search', 'search_file_content'],
  Glob: ['glob'],
  LS: ['list_directory'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
  TodoWrite: ['todo_write'],
}

/** Names that people see; matchers may have them too. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  Shell: 'run_shell_command',
  Edit: 'edit',
  WriteFile: 'write_file',
  ReadFile: 'read_file',
  Grep: 'grep_search',
  Glob: 'glob',
  ListFiles: 'list_directory',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
  TodoWrite: 'todo_write',
}

/** Known from documents and source: docs/hosts/qwen-code.md. */
export const profile: ClaudeProfile = {
  name: 'qwen-code',
  title: TITLE,
  wire: 'qwen-code',
  events: pickEvents(
    nearEvents,
    {
      ...sameNames([
        'PreToolUse',
        'PermissionRequest',
        'PermissionDenied',
        'PostToolUse',
        'PostToolUseFailure',
        'PostToolBatch',
        'UserPromptSubmit',
        'UserPromptExpansion',
        'SessionStart',
        'Stop',
        'SubagentStart',
        'SubagentStop',
        'TodoCreated',
        'TodoCompleted',
        'SessionEnd',
        'PostCompact',
        'InstructionsLoaded',
      ]),
      PreCompact: { event: 'PreCompact', matcher: 'exact' },
      Notification: { event: 'Notification', matcher: 'exact' },
      MessageDisplay: { event: 'MessageDisplay', timeoutMs: 60_000 },
      SessionDelete: { event: 'SessionDelete', timeoutMs: 60_000 },
      StopFailure: { event: 'StopFailure', timeoutMs: 60_000 },
    },
    { form: FORM, handlers: HANDLERS, matcher: 'regex' },
  ),
  variables: { projectDir: PROJECT_DIR, moreProjectDirs: MORE_DIRS },
  calls: callNames({ host: TITLE, table: { names: NAMES } }),
  envelope: envelopeOf({ otherKeys: { tool_call_id: 'tool_use_id' } }),
  folder: '.qwen',
  timeoutUnit: { command: 'mixed' },
  timeoutsMs: { http: 600_000, prompt: 30_000 },
  configForm: {
    groupKeys: ['sequential'],
    readGroup: ({ sequential }) => (sequential === true ? { note: SEQUENTIAL } : {}),
    handlerKeys: {
      command: ['command', 'args', 'timeout', 'async', 'env', 'shell', 'statusMessage'],
      http: ['url', 'timeout', 'headers', 'allowedEnvVars', 'once', 'if', 'statusMessage'],
      prompt: ['prompt', 'model', 'timeout', 'statusMessage'],
    },
    matcherWords: DISPLAY_NAMES,
    off: 'disableAllHooks',
  },
  quietKeys: ['name', 'description'],
  inlineForms: async () =>
    (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, [PROJECT_DIR, ...MORE_DIRS]),
  bridge: {
    notes: (scope) =>
      scope === 'project' ? ['Qwen Code reads hooks of a project in trusted folders only.'] : [],
  },
  host: {
    combination: { order, stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    configVariables: ['QWEN_HOME'],
    projectVariable: PROJECT_DIR,
    stopCap: 8,
    stopCapVariable: 'QWEN_CODE_STOP_HOOK_BLOCK_CAP',
    actionOf: actionByUseId,
    files,
  },
}

const SEQUENTIAL = 'sequential'

/** One group that asks for it makes all of the event's hooks run one after the other. */
function order(steps: readonly Step[]): 'parallel' | 'serial' {
  return steps.some(({ hook }) => hook.note === SEQUENTIAL) ? 'serial' : 'parallel'
}

function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  return withoutRepeats([
    fileAt('user', join(places.env('QWEN_HOME') || join(places.home, '.qwen'), 'settings.json')),
    fileAt('project', join(places.startDir, '.qwen', 'settings.json')),
  ])
}
