import type { Decision } from '../../core/decision.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { pickEvents } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Junie CLI'
const LOCATION = 'JUNIE_CONFIG_LOCATION'
const BLOCKS = 'block-on-error'

/** Known from documents second-hand: docs/hosts/junie.md. */
export const profile: ClaudeProfile = {
  name: 'junie',
  title: TITLE,
  wire: 'junie',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: {
        event: 'PreToolUse',
        denyBy: 'block',
        stdout: 'context',
        effects: ['add-context', 'rewrite-input'],
        output: { updatedInput: 'object', additionalContext: 'text' },
        discards: ['continue', 'systemMessage'],
        form: { place: 'flat', words: { deny: 'deny', block: 'deny', ask: 'ask', allow: 'allow' } },
      },
      PermissionRequest: {
        event: 'PermissionRequest',
        exit2: 'deny',
        denyBy: 'block',
        effects: [],
        required: [],
        output: {},
        discards: ['continue', 'systemMessage'],
        form: { words: { deny: 'deny', block: 'deny', allow: 'allow' }, silenceAllows: true },
      },
      UserPromptSubmit: {
        event: 'UserPromptSubmit',
        denyBy: 'exit-2',
        contextBy: 'stdout',
        effects: ['add-context'],
        discards: ['continue', 'systemMessage'],
      },
      Stop: { event: 'Stop', timeoutMs: 600_000 },
      // The host does not wait for these.
      SessionStart: {
        event: 'SessionStart',
        exit2: 'ignored',
        effects: [],
        discards: ['continue', 'systemMessage'],
      },
      StopFailure: { event: 'StopFailure', timeoutMs: 60_000 },
      SessionEnd: { event: 'SessionEnd', timeoutMs: 2_000 },
    },
    { handlers: ['command'], timeoutMs: 10_000 },
  ),
  variables: {},
  folder: '.junie',
  configForm: {
    handlerKeys: { command: ['command', 'timeout', 'async', 'blockOnError'] },
    readHandler: ({ blockOnError }) => (blockOnError === true ? { note: BLOCKS } : {}),
  },
  inlineForms: async () => (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, []),
  bridge: {
    scopes: ['user'],
    notes: () => ['Junie runs no hooks under ACP and server hosts.'],
  },
  host: {
    combination: { order: () => 'serial', stopAt: [], rewrites: 'replace' },
    failures,
    brokenFile: 'ask',
    configVariables: [LOCATION],
    stopCap: 8,
    stopCapVariable: 'JUNIE_STOP_HOOK_BLOCK_CAP',
    files,
  },
}

/** `blockOnError` makes every exit code other than 0 keep a turn going. */
function failures(event: string, failure: FailureClass, _handler: string, note?: string): Decision {
  const isExit = failure === 'crash' || failure === 'launch-failure'
  return event === 'Stop' && note === BLOCKS && isExit ? 'deny' : 'none'
}

/** Hooks of a project's own file are ignored. */
function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const chosen = places.env(LOCATION)
  return withoutRepeats([
    fileAt('user', join(places.home, '.junie', 'config.json')),
    ...(chosen ? [fileAt('user', chosen)] : []),
  ])
}
