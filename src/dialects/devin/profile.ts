import { callNames } from '../_families/claude/calls.ts'
import type { AnswerForm, EventRow } from '../_families/claude/event-spec.ts'
import { pickEvents } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, foldersUp, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Devin CLI'
const PROJECT_DIR = 'DEVIN_PROJECT_DIR'

/** Two words, at the top level, at exit 0. */
const FORM: AnswerForm = { words: { block: 'deny', approve: 'allow' }, jsonAt: 'exit-0' }
/** Nothing is known of messages and of `continue`. */
const QUIET: Pick<EventRow, 'discards'> = { discards: ['continue', 'systemMessage'] }
/** Names of arguments are known for the shell alone; these are what other hosts call a file. */
const FILE = { path: 'file_path', filePath: 'file_path', absolute_path: 'file_path' }

/** Known from documents only, in part second-hand: docs/hosts/devin.md. */
export const profile: ClaudeProfile = {
  name: 'devin',
  title: TITLE,
  wire: 'devin',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: {
        event: 'PreToolUse',
        denyBy: 'block',
        decisions: ['allow', 'deny'],
        effects: ['rewrite-input'],
      },
      PermissionRequest: {
        event: 'PermissionRequest',
        exit2: 'deny',
        denyBy: 'block',
        effects: [],
        required: [],
        output: {},
      },
      // Exit 2 blocks nothing here; feedback reaches the model as context.
      PostToolUse: { event: 'PostToolUse', exit2: 'ignored', denyBy: 'context', effects: ['add-context'] },
      UserPromptSubmit: { event: 'UserPromptSubmit', effects: ['add-context'] },
      Stop: { event: 'Stop', effects: [], output: {} },
      SessionStart: { event: 'SessionStart', exit2: 'ignored', effects: ['add-context'] },
      SessionEnd: 'SessionEnd',
      PostCompaction: 'PostCompact',
    },
    { ...QUIET, form: FORM, handlers: ['command', 'prompt'], matcher: 'regex' },
  ),
  variables: { projectDir: PROJECT_DIR },
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        Bash: ['exec'],
        Edit: ['edit'],
        Write: ['write'],
        Read: ['read'],
        WebFetch: ['webfetch'],
        WebSearch: ['web_search'],
      },
    },
    otherArguments: { Edit: FILE, Write: FILE, Read: FILE },
    patches: ['apply_patch'],
    merges: true,
  }),
  folder: '.devin',
  configForm: {
    bare: /(?:^|\/)hooks\.v1\.json$/,
    handlerKeys: { command: ['command', 'timeout'], prompt: ['prompt', 'model', 'timeout'] },
  },
  inlineForms: async () =>
    (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, [PROJECT_DIR]),
  bridge: { file: /devin\/(?:config|hooks\.v1)\.json$/ },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'merge' },
    failures: () => 'none',
    brokenFile: 'ask',
    configVariables: ['APPDATA', 'XDG_CONFIG_HOME'],
    projectVariable: PROJECT_DIR,
    files,
    // Its setting `read_config_from.claude`.
    choosesFiles: true,
  },
}

/** From the working directory up to the root of the repository; Claude Code's files count too, unless a setting says no. */
function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { home, startDir } = places
  return withoutRepeats([
    fileAt('user', join(userFolder(places), 'config.json')),
    fileAt('user', join(home, '.claude', 'settings.json')),
    fileAt('user', join(home, '.claude', 'settings.local.json')),
    ...foldersUp(places).flatMap((folder) => [
      fileAt('project', join(folder, '.devin', 'hooks.v1.json')),
      fileAt('project', join(folder, '.devin', 'config.json')),
      fileAt('local', join(folder, '.devin', 'config.local.json')),
    ]),
    fileAt('project', join(startDir, '.claude', 'settings.json')),
    fileAt('local', join(startDir, '.claude', 'settings.local.json')),
  ])
}

function userFolder(places: Places): string {
  const join = joiner(places)
  const { platform, home, env } = places
  if (platform === 'win32') return join(env('APPDATA') || join(home, 'AppData', 'Roaming'), 'devin')
  return join(env('XDG_CONFIG_HOME') || join(home, '.config'), 'devin')
}
