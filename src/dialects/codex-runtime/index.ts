import { phaseEvents } from '../_families/runtime/phases.ts'
import type { Dialect } from '../dialect.ts'
import { decodeEvent } from './decode-event.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'

const NAME = 'codex-runtime'

/** The shell hooks of the crate codex_runtime, later codexus. Its hooks are registered in code: it has no files. */
export const codexRuntime: Dialect = {
  name: NAME,
  title: 'codex_runtime',
  wire: NAME,
  events: phaseEvents,
  combination: { order: () => 'serial', stopAt: ['deny'], rewrites: 'replace' },
  // The runtime notes every failure in its report and goes on.
  failures: () => 'none',
  files: () => [],
  decodeEvent: (payload) => decodeEvent(payload, NAME),
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
