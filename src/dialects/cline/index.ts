import { actionByUseId } from '../_families/action.ts'
import type { Dialect } from '../dialect.ts'
import { decodeEvent } from './decode-event.ts'
import { clineEvents } from './events.ts'
import { files } from './files.ts'
import { NAME } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './tools.ts'

/** Hooks of Cline, the VS Code extension and the SDK with its CLI, as their source of 2026 has them. */
export const cline: Dialect = {
  name: NAME,
  title: 'Cline',
  wire: NAME,
  events: clineEvents,
  combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
  // A hook that fails is told to the user or ignored, and the agent goes on.
  failures: () => 'none',
  rewriteCall,
  // The SDK gives each call an id; the extension gives none.
  actionOf: (event) => actionByUseId(event),
  files,
  decodeEvent,
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  bridge: async () => (await import('./bridge.ts')).bridge,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
