import type { Dialect } from '../dialect.ts'
import { decodeEvent } from './decode-event.ts'
import { windsurfEvents } from './events.ts'
import { files } from './files.ts'
import { NAME } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'

/** Hooks of Cascade, the agent of Windsurf, as documented in 2026: docs/hosts/windsurf.md. */
export const windsurf: Dialect = {
  name: NAME,
  title: 'Windsurf Cascade',
  wire: NAME,
  events: windsurfEvents,
  combination: { order: () => 'serial', stopAt: ['deny'], rewrites: 'replace' },
  // Every other end of a hook than exit code 2 lets the agent go on.
  failures: () => 'none',
  brokenFile: 'ask',
  configVariables: ['ProgramData'],
  files,
  commandKeys: ['command', 'powershell'],
  decodeEvent,
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  bridge: async () => (await import('./bridge.ts')).bridge,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
