import { actionByUseId } from '../_families/action.ts'
import type { AnswerForm } from '../_families/claude/event-spec.ts'
import { pickEvents } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Deep Agents Code'
const FORM: AnswerForm = { jsonAt: 'exit-0' }

/** Known from its source: docs/hosts/deepagents.md. */
export const profile: ClaudeProfile = {
  name: 'deepagents',
  title: TITLE,
  wire: 'deepagents',
  events: pickEvents(
    nearEvents,
    {
      // It ignores a new input, and a permission beside one: a rewrite is a no.
      PreToolUse: {
        event: 'PreToolUse',
        effects: ['add-context', 'message', 'stop'],
        output: {
          permissionDecision: ['allow', 'deny', 'ask'],
          permissionDecisionReason: 'text',
          additionalContext: 'text',
        },
      },
      PermissionRequest: { event: 'PermissionRequest', exit2: 'deny', effects: ['message', 'stop'] },
      PostToolUse: 'PostToolUse',
      PostToolUseFailure: 'PostToolUseFailure',
      UserPromptSubmit: { event: 'UserPromptSubmit', timeoutMs: 30_000 },
      SessionStart: { event: 'SessionStart', exit2: 'ignored' },
      SessionEnd: 'SessionEnd',
      Stop: 'Stop',
      SubagentStart: { event: 'SubagentStart', exit2: 'ignored' },
      // It cannot keep a subagent going: what is said becomes context of the agent above it.
      SubagentStop: {
        event: 'SubagentStop',
        denyBy: 'context',
        effects: ['add-context', 'message', 'stop'],
        endsTurn: false,
      },
      PreCompact: { event: 'PreCompact', effects: ['message', 'stop'], output: {} },
      Notification: 'Notification',
    },
    { form: FORM, handlers: ['command'] },
  ),
  variables: {},
  folder: '.deepagents',
  configForm: { handlerKeys: { command: ['command', 'timeout', 'statusMessage'] } },
  inlineForms: async () => (await import('../_families/claude/shell-forms.ts')).shellForms(TITLE, []),
  bridge: {
    notes: (scope) =>
      scope === 'project' ? ['Deep Agents Code reads hooks of a project in trusted folders only.'] : [],
  },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    stopCap: 8,
    actionOf: actionByUseId,
    files,
  },
}

function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  return withoutRepeats([
    fileAt('user', join(places.home, '.deepagents', 'hooks.json')),
    fileAt('project', join(places.projectDir, '.deepagents', 'hooks.json')),
  ])
}
