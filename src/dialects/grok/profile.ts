import { actionByUseId } from '../_families/action.ts'
import { callNames } from '../_families/claude/calls.ts'
import { envelopeOf } from '../_families/claude/envelope.ts'
import type { EventRow } from '../_families/claude/event-spec.ts'
import { pickEvents, sameNames } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, jsonFilesIn, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Grok Build'
const FILE = { path: 'file_path', target_file: 'file_path', filePath: 'file_path' }
const QUIET: readonly ('continue' | 'systemMessage')[] = ['continue', 'systemMessage']
/** Nothing that its hooks say has an effect. */
const OBSERVED: Partial<EventRow> = { exit2: 'ignored', denyBy: 'none', decisions: [], effects: [] }

const SILENT = [
  'PermissionDenied',
  'StopFailure',
  'StopCancelled',
  'Notification',
  'SessionEnd',
  'PostCompact',
] as const
const SPOKEN = [
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'SessionStart',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'Stop',
] as const

/** Known from documents, in part from reports: docs/hosts/grok.md. */
export const profile: ClaudeProfile = {
  name: 'grok',
  title: TITLE,
  wire: 'grok',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: {
        event: 'PreToolUse',
        denyBy: 'block',
        decisions: ['deny'],
        effects: [],
        form: {
          words: { deny: 'deny', block: 'deny', allow: 'allow', approve: 'allow' },
          unnamed: true,
          exitsToo: true,
        },
      },
      ...Object.fromEntries(
        SPOKEN.map((event) => [event, { event, ...OBSERVED, gate: false, endsTurn: false }]),
      ),
      ...sameNames(SILENT),
    },
    { handlers: ['command', 'http'], matcher: 'regex', timeoutMs: 5_000, discards: QUIET },
  ),
  variables: {},
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        Bash: ['run_terminal_command', 'run_terminal_cmd'],
        Edit: ['search_replace', 'edit_file'],
        Write: ['write_file', 'create_file'],
        Read: ['read_file'],
        Grep: ['grep'],
        LS: ['list_dir'],
        WebFetch: ['web_fetch'],
        WebSearch: ['web_search'],
      },
    },
    otherArguments: { Edit: FILE, Write: FILE, Read: FILE },
  }),
  envelope: envelopeOf({
    copies: {
      hook_event_name: 'hookEventName',
      session_id: 'sessionId',
      tool_name: 'toolName',
      tool_input: 'toolInput',
      tool_response: 'toolResponse',
      tool_use_id: 'toolUseId',
      cwd: 'workspaceRoot',
    },
    eventNames: Object.fromEntries(
      ['PreToolUse', ...SPOKEN, ...SILENT].map((name) => [inSnakeCase(name), name]),
    ),
  }),
  folder: '.grok',
  configForm: {
    handlerKeys: { command: ['command', 'timeout', 'env'], http: ['url', 'timeout', 'headers', 'env'] },
    matcherWords: {
      Bash: 'run_terminal_command',
      Edit: 'search_replace',
      Write: 'write_file',
      Read: 'read_file',
      Grep: 'grep',
      WebFetch: 'web_fetch',
      WebSearch: 'web_search',
    },
  },
  inlineForms: async () => (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, []),
  bridge: {
    notes: (scope) =>
      scope === 'project'
        ? ['Grok Build runs hooks of a project after you have trusted it: `/hooks-trust`.']
        : [],
  },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    actionOf: actionByUseId,
    files,
    // Files of a project count once a person has trusted it.
    choosesFiles: true,
  },
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

/** Claude Code's files count as well. */
function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { home, startDir } = places
  return withoutRepeats([
    jsonFilesIn('user', join(home, '.grok', 'hooks')),
    fileAt('user', join(home, '.claude', 'settings.json')),
    jsonFilesIn('project', join(startDir, '.grok', 'hooks')),
    fileAt('project', join(startDir, '.claude', 'settings.json')),
    fileAt('local', join(startDir, '.claude', 'settings.local.json')),
  ])
}
