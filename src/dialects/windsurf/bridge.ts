import { bridgeFileAmong } from '../_families/bridge-file.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { files } from './files.ts'

export const bridge: BridgeSpec = {
  file: (scope, places) => bridgeFileAmong(files(places), { scope, places }),
  // The same moment as `post_cascade_response`.
  skips: ['post_cascade_response_with_transcript'],
  entry: ({ event, command, powershell }) => ({
    list: ['hooks', event],
    value: { command, powershell, show_output: true },
  }),
  // The host documents none; a hook of its files has as much here.
  longestTimeout: () => 600,
  notes: () => [
    'Windsurf has no timeout for hooks, and lets the agent go on when the bridge cannot run.',
    'The plugin for JetBrains editors reads `~/.codeium/hooks.json`, which is not written.',
  ],
}
