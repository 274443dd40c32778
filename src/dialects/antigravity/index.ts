import { rewrittenCall } from '../../core/rewritten.ts'
import type { Dialect } from '../dialect.ts'
import { decodeEvent } from './decode-event.ts'
import { antigravityEvents } from './events.ts'
import { files } from './files.ts'
import { NAME } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './tools.ts'

/** Hooks of Antigravity, the IDE and the CLI `agy`, as documents and integration notes of 2026 have them. */
export const antigravity: Dialect = {
  name: NAME,
  title: 'Antigravity',
  wire: NAME,
  events: antigravityEvents,
  combination: {
    order: () => 'serial',
    stopAt: ['deny'],
    rewrites: 'chain',
    next: (event, { answer }) => rewrittenCall(event, answer),
  },
  // A missing decision is a no, however it came to be missing.
  failures: (event) => (event === 'PreToolUse' ? 'deny' : 'none'),
  rewriteCall,
  brokenFile: 'ask',
  files,
  decodeEvent,
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  bridge: async () => (await import('./bridge.ts')).bridge,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
