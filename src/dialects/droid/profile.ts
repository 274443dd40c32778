import { actionByUseId } from '../_families/action.ts'
import { callNames } from '../_families/claude/calls.ts'
import { envelopeOf } from '../_families/claude/envelope.ts'
import { pickEvents, sameNames } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Factory Droid'
const PROJECT_DIR = 'FACTORY_PROJECT_DIR'
/** Both are the plugin's folder. */
const ROOTS = { pluginRoot: 'DROID_PLUGIN_ROOT', otherPluginRoot: 'CLAUDE_PLUGIN_ROOT' }

/** Known from documents only: docs/hosts/droid.md. */
export const profile: ClaudeProfile = {
  name: 'droid',
  title: TITLE,
  wire: 'droid',
  events: pickEvents(
    nearEvents,
    sameNames([
      'PreToolUse',
      'PostToolUse',
      'UserPromptSubmit',
      'Notification',
      'Stop',
      'SubagentStop',
      'PreCompact',
      'SessionStart',
      'SessionEnd',
    ]),
    { handlers: ['command'], timeoutMs: 60_000 },
  ),
  variables: { projectDir: PROJECT_DIR, ...ROOTS },
  placeholders: { projectDir: PROJECT_DIR, ...ROOTS },
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        Bash: ['Execute'],
        Edit: ['Edit'],
        Write: ['Create'],
        Read: ['Read'],
        WebFetch: ['FetchUrl'],
      },
    },
    patches: ['ApplyPatch'],
  }),
  // The envelope of older documents.
  envelope: envelopeOf({
    otherKeys: {
      sessionId: 'session_id',
      transcriptPath: 'transcript_path',
      permissionMode: 'permission_mode',
      hookEventName: 'hook_event_name',
      messageId: 'message_id',
      toolName: 'tool_name',
      toolInput: 'tool_input',
      toolResponse: 'tool_response',
      stopHookActive: 'stop_hook_active',
    },
  }),
  folder: '.factory',
  configForm: {
    bare: /(?:^|\/)hooks\.json$/,
    groupKeys: ['commandRegex'],
    readGroup: ({ commandRegex }) =>
      typeof commandRegex === 'string' ? { commandPattern: commandRegex } : {},
    handlerKeys: { command: ['command', 'timeout'] },
    off: 'hooksDisabled',
    managedOnly: 'allowManagedHooksOnly',
  },
  inlineForms: async () =>
    (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, [
      PROJECT_DIR,
      ...Object.values(ROOTS),
    ]),
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    projectVariable: PROJECT_DIR,
    plugins: { manifest: '.factory-plugin/plugin.json', hooks: 'hooks/hooks.json', describe },
    actionOf: actionByUseId,
    files,
  },
}

/** Releases differ in which of them count, so that all are read; equal commands run once. */
function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const user = join(places.home, '.factory')
  const project = join(places.startDir, '.factory')
  return withoutRepeats([
    fileAt('user', join(user, 'hooks.json')),
    fileAt('user', join(user, 'settings.json')),
    fileAt('project', join(project, 'hooks.json')),
    fileAt('project', join(project, 'hooks', 'hooks.json')),
    fileAt('project', join(project, 'settings.json')),
  ])
}

function describe(manifest: unknown): { readonly paths: readonly never[]; readonly name?: string } {
  const { name } = (manifest ?? {}) as { readonly name?: unknown }
  return { paths: [], ...(typeof name === 'string' && name !== '' && { name }) }
}
