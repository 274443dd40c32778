import { actionByUseId } from '../_families/action.ts'
import type { AnswerForm, EventRow, HandlerType } from '../_families/claude/event-spec.ts'
import { pickEvents } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Qoder'
const PROJECT_DIR = 'QODER_PROJECT_DIR'
const HANDLERS: readonly HandlerType[] = ['command', 'http', 'prompt', 'agent']

/** Documents have exit code 2 for a no; what JSON may say is not known in full, so that none is sent. */
const REFUSABLE: Partial<EventRow> = { denyBy: 'exit-2', decisions: ['deny'], effects: [] }
const TOLD: Partial<EventRow> = { contextBy: 'stdout', effects: ['add-context'] }
const OBSERVED: Partial<EventRow> = {
  gate: false,
  replaces: false,
  exit2: 'ignored',
  denyBy: 'none',
  decisions: [],
  effects: [],
  required: [],
}
const FORM: AnswerForm = { unnamed: true, jsonAt: 'exit-0' }

const OTHERS = [
  'PermissionRequest',
  'PermissionDenied',
  'SessionEnd',
  'StopFailure',
  'SubagentStart',
  'PreCompact',
  'PostCompact',
  'Notification',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'WorktreeCreate',
  'WorktreeRemove',
  'Elicitation',
  'ElicitationResult',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'Setup',
]

/** Known from documents only: docs/hosts/qoder.md. */
export const profile: ClaudeProfile = {
  name: 'qoder',
  title: TITLE,
  wire: 'qoder',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: { event: 'PreToolUse', ...REFUSABLE },
      UserPromptSubmit: { event: 'UserPromptSubmit', ...REFUSABLE, ...TOLD },
      Stop: { event: 'Stop', ...REFUSABLE },
      SubagentStop: { event: 'SubagentStop', ...REFUSABLE },
      PostToolUse: { event: 'PostToolUse', ...REFUSABLE, effects: ['add-context'] },
      PostToolUseFailure: { event: 'PostToolUseFailure', ...REFUSABLE, effects: ['add-context'] },
      SessionStart: { event: 'SessionStart', exit2: 'ignored', ...TOLD },
      ...Object.fromEntries(OTHERS.map((event) => [event, { event, ...OBSERVED }])),
    },
    { form: FORM, handlers: HANDLERS, discards: ['continue', 'systemMessage'] },
  ),
  variables: { projectDir: PROJECT_DIR },
  folder: '.qoder',
  configForm: {
    groupKeys: ['async'],
    readGroup: ({ async: isAsync }) => (isAsync === true ? { lost: [GROUP_ASYNC] } : {}),
    handlerKeys: {
      command: [
        'command',
        'timeout',
        'shell',
        'env',
        'if',
        'async',
        'asyncRewake',
        'rewakeMessage',
        'rewakeSummary',
        'once',
        'statusMessage',
      ],
      http: ['url', 'timeout', 'headers', 'allowedEnvVars'],
      prompt: ['prompt', 'model', 'timeout'],
      agent: ['prompt', 'model', 'timeout'],
    },
  },
  inlineForms: async () =>
    (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, [PROJECT_DIR]),
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    projectVariable: PROJECT_DIR,
    actionOf: actionByUseId,
    files,
  },
}

const GROUP_ASYNC = '"async" of a group is not read here: its hooks are waited for. Write it in each entry.'

function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { home, startDir } = places
  return withoutRepeats([
    fileAt('user', join(home, '.qoder', 'settings.json')),
    fileAt('project', join(startDir, '.qoder', 'settings.json')),
    fileAt('local', join(startDir, '.qoder', 'settings.local.json')),
  ])
}
