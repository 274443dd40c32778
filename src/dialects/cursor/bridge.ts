import { bridgeFileAmong } from '../_families/bridge-file.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { files } from './files.ts'

export const bridge: BridgeSpec = {
  file: (scope, places) => bridgeFileAmong(files(places), { scope, places }),
  // `preToolUse` and its likes tell of the same calls, and of edits besides.
  skips: [
    'beforeShellExecution',
    'beforeMCPExecution',
    'beforeReadFile',
    'afterShellExecution',
    'afterMCPExecution',
    'afterFileEdit',
  ],
  settings: [{ path: ['version'], value: 1 }],
  entry: ({ event, command, powershell, timeoutSeconds: timeout, isGate, platform }) => ({
    list: ['hooks', event],
    value: {
      command: platform === 'win32' ? powershell : command,
      timeout,
      // A bridge that cannot run must not be taken for a yes.
      ...(isGate && { failClosed: true }),
    },
  }),
  notes: (scope) => [
    "Cursor also runs the hooks of Claude Code's files, unless its setting for third-party hooks is off; one action is decided once.",
    ...(scope === 'project' ? ['Cursor reads hooks of a project in a trusted workspace only.'] : []),
  ],
}
