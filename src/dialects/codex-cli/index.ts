import type { Dialect } from '../dialect.ts'
import { actionOf, decodeEvent } from './decode-event.ts'
import { codexEvents } from './events.ts'
import { failures } from './failures.ts'
import { files, HOME_VARIABLE } from './files.ts'
import { NAME, TITLE } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './rewrite-call.ts'

/** Codex CLI 0.166.0: docs/hosts/codex-cli.md. */
export const codexCli: Dialect = {
  name: NAME,
  title: TITLE,
  wire: NAME,
  seen: 'Codex CLI 0.166.0',
  events: codexEvents,
  rewriteCall,
  actionOf,
  combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
  failures,
  brokenFile: 'ask',
  configVariables: [HOME_VARIABLE, 'ProgramData'],
  files,
  commandKeys: ['command', 'commandWindows', 'command_windows'],
  decodeEvent,
  encodeReply,
  encodeFailure,
  encodeWithoutStdout,
  config: async () => (await import('./config.ts')).configSide,
  writer: async () => (await import('./writer.ts')).writer,
  bridge: async () => (await import('./bridge.ts')).bridge,
  hooks: async () => (await import('./hook-side.ts')).hookSide,
}
