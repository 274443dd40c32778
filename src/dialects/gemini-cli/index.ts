import type { Outcome } from '../../core/outcome.ts'
import type { Dialect } from '../dialect.ts'
import { actionOf } from './action.ts'
import { combination } from './combination.ts'
import { decodeEvent } from './decode-event.ts'
import { geminiEvents } from './events.ts'
import { files, pluginLayout, VARIABLES } from './files.ts'
import { NAME, TITLE } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './rewrite-call.ts'

const PROJECT = ['GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'CLAUDE_PROJECT_DIR']

/** Google's Gemini CLI: docs/hosts/gemini-cli.md. */
export const geminiCli: Dialect = {
  name: NAME,
  title: TITLE,
  wire: NAME,
  seen: 'Gemini CLI 0.61.0',
  events: geminiEvents,
  rewriteCall,
  actionOf,
  combination,
  // Whatever goes wrong with a hook, the host goes on.
  failures: () => 'none',
  readOutcome,
  plugins: pluginLayout,
  brokenFile: 'ask',
  configVariables: Object.values(VARIABLES),
  hostVariables: { project: PROJECT, alwaysSet: [...PROJECT, 'GEMINI_SESSION_ID'] },
  projectVariable: 'GEMINI_PROJECT_DIR',
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

/** The host reads what a process wrote that a signal ended, as if it had exited with 0. */
function readOutcome(outcome: Outcome): Outcome {
  if (outcome.kind !== 'exited' || outcome.code !== null) return outcome
  const hasSpoken = `${outcome.stdout.text}${outcome.stderr.text}`.trim() !== ''
  return hasSpoken ? { ...outcome, code: 0 } : outcome
}
