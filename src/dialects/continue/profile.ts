import { actionByUseId } from '../_families/action.ts'
import { callNames } from '../_families/claude/calls.ts'
import { pickEvents, sameNames } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Continue CLI'
const PROJECT_DIR = 'CONTINUE_PROJECT_DIR'
const MORE_DIRS = ['CLAUDE_PROJECT_DIR']

/** Known from its source: docs/hosts/continue.md. */
export const profile: ClaudeProfile = {
  name: 'continue',
  title: TITLE,
  wire: 'continue',
  events: pickEvents(
    nearEvents,
    sameNames([
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PermissionRequest',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
      'Stop',
      'Notification',
      'SubagentStart',
      'SubagentStop',
      'PreCompact',
      'ConfigChange',
      'TeammateIdle',
      'TaskCompleted',
      'WorktreeCreate',
      'WorktreeRemove',
    ]),
    { handlers: ['command', 'http'], matcher: 'regex' },
  ),
  variables: { projectDir: PROJECT_DIR, moreProjectDirs: MORE_DIRS },
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        LS: ['List'],
        Grep: ['Search'],
        WebFetch: ['Fetch'],
        Bash: ['Bash'],
        Read: ['Read'],
        Write: ['Write'],
      },
      arguments: {
        Read: { filepath: 'file_path' },
        Write: { filepath: 'file_path' },
        LS: { dirpath: 'path' },
      },
    },
    otherArguments: { Edit: { filepath: 'file_path' }, MultiEdit: { filepath: 'file_path' } },
  }),
  folder: '.continue',
  timeoutsMs: { http: 30_000 },
  configForm: {
    handlerKeys: {
      command: ['command', 'timeout', 'async', 'statusMessage'],
      http: ['url', 'timeout', 'headers', 'allowedEnvVars', 'statusMessage'],
    },
    off: 'disableAllHooks',
  },
  inlineForms: async () =>
    (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, [PROJECT_DIR, ...MORE_DIRS]),
  bridge: { file: /(?<!\/\.claude)\/settings\.json$/ },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: (event) => (event === 'WorktreeCreate' ? 'deny' : 'none'),
    brokenFile: 'ask',
    configVariables: ['CONTINUE_GLOBAL_DIR'],
    projectVariable: PROJECT_DIR,
    actionOf: actionByUseId,
    files,
  },
}

/** It reads the files of two hosts. */
function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const own = places.env('CONTINUE_GLOBAL_DIR') || join(places.home, '.continue')
  const { home, startDir } = places
  return withoutRepeats([
    fileAt('user', join(home, '.claude', 'settings.json')),
    fileAt('user', join(own, 'settings.json')),
    fileAt('project', join(startDir, '.claude', 'settings.json')),
    fileAt('project', join(startDir, '.continue', 'settings.json')),
    fileAt('local', join(startDir, '.claude', 'settings.local.json')),
    fileAt('local', join(startDir, '.continue', 'settings.local.json')),
  ])
}
