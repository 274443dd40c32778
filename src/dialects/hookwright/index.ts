import { decodeEvent } from '../_families/claude/decode-event.ts'
import { claudeEvents } from '../_families/claude/events.ts'
import { hostVariables, sessionVariables } from '../_families/claude/host-variables.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from '../_families/claude/reply.ts'
import { runEvents } from '../_families/runtime/phases.ts'
import type { Dialect } from '../dialect.ts'
import { files } from './files.ts'

/** Our own files speak Claude Code's wire. */
const WIRE = 'claude-code'

export const hookwright: Dialect = {
  name: 'hookwright',
  title: 'Hookwright',
  wire: WIRE,
  events: { ...claudeEvents, ...runEvents },
  combination: { order: () => 'parallel', stopAt: [], rewrites: 'merge' },
  // Never asked for: `native` is refused in our files, whose default is `ignore`.
  failures: () => 'none',
  brokenFile: 'ask',
  refusesLinks: true,
  definesServers: true,
  hostVariables,
  ...sessionVariables,
  files,
  decodeEvent: (payload) => decodeEvent(payload, { host: 'hookwright', wire: WIRE }),
  encodeReply: (event, verdict) => encodeReply(event, verdict, WIRE),
  encodeFailure: (event, problem, policy) => encodeFailure(event, problem, { policy, wire: WIRE }),
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  hooks: async () => (await import('../_families/claude/hook-side.ts')).claudeHookSide(WIRE),
}
