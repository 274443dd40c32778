import type { Decision } from '../../core/decision.ts'
import type { HandlerSpec } from '../../core/hook.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { claudeBehind } from '../_families/claude/behind.ts'
import { decodeEvent } from '../_families/claude/decode-event.ts'
import { claudeEvents } from '../_families/claude/events.ts'
import { hostVariables, sessionVariables } from '../_families/claude/host-variables.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from '../_families/claude/reply.ts'
import { textCaps } from '../_families/claude/text.ts'
import type { Dialect } from '../dialect.ts'
import { files, pluginLayout } from './files.ts'

const NAME = 'claude-code'

/** Claude Code 2.1.325. Facts and their sources: the host sheet, checked against recorded payloads. */
export const claudeCode: Dialect = {
  name: NAME,
  title: 'Claude Code',
  wire: NAME,
  events: claudeEvents,
  textCaps,
  combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
  failures,
  sessionFilePattern: /\.md$/,
  plugins: pluginLayout,
  takesSettings: true,
  brokenFile: 'ask',
  configVariables: [
    'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
    'CLAUDE_CODE_SIMPLE',
    'CLAUDE_CODE_SAFE_MODE',
    'CLAUDE_CONFIG_DIR',
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  hostVariables,
  ...sessionVariables,
  files,
  decodeEvent: (payload) => decodeEvent(payload, { host: NAME, wire: NAME }),
  encodeReply: (event, verdict) => encodeReply(event, verdict, NAME),
  encodeFailure: (event, problem, policy) => encodeFailure(event, problem, { policy, wire: NAME }),
  encodeWithoutStdout,
  behind: claudeBehind,
  config: async () => (await import('./config.ts')).configSide,
  hooks: async () => (await import('../_families/claude/hook-side.ts')).claudeHookSide(NAME),
}

/** An SDK callback that does not answer in time is not waited for, and the call not let through (2.1.208). */
const CALLBACK_GATES: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion'])

/** A call that cannot be shown to its guards is not let through (2.1.288). */
const CLOSED: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest'])

/** The host goes on after a failed hook, with few exceptions. */
function failures(event: string, failure: FailureClass, handler: HandlerSpec['type']): Decision {
  if (event === 'WorktreeCreate') return 'deny'
  if (failure === 'unprepared') return CLOSED.has(event) ? 'deny' : 'none'
  // Its answer has no length there; what our own limit cut off may have been a no.
  if (failure === 'overflow' && handler !== 'command')
    return claudeEvents[event]?.decisions.includes('deny') ? 'deny' : 'none'
  if (failure !== 'timeout') return 'none'
  return event === 'PreModelSwitch' || (handler === 'function' && CALLBACK_GATES.has(event)) ? 'deny' : 'none'
}
