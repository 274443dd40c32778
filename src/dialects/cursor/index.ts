import type { Combination, Dialect } from '../dialect.ts'
import { actionOf } from './action.ts'
import { decodeEvent } from './decode-event.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { NAME, TITLE } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './rewrite.ts'

/**
 * Whether hooks of one event run together is not documented. Files are combined from the weakest to the strongest, so
 * that the last rewrite is that of the strongest.
 */
const combination: Combination = { order: () => 'parallel', stopAt: [], rewrites: 'replace' }

export const cursor: Dialect = {
  name: NAME,
  title: TITLE,
  wire: NAME,
  events,
  rewriteCall,
  actionOf,
  // `loop_limit` of an entry that says nothing.
  stopCap: 5,
  combination,
  // An entry with `failClosed` says so itself.
  failures: () => 'none',
  brokenFile: 'ask',
  projectVariable: 'CURSOR_PROJECT_DIR',
  hostVariables: {
    project: ['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    alwaysSet: ['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  },
  files,
  decodeEvent,
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  writer: async () => (await import('./writer.ts')).writer,
  bridge: async () => (await import('./bridge.ts')).bridge,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
