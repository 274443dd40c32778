import { bridgeFileAmong } from '../_families/bridge-file.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { files } from './files.ts'

const NAME = 'hookwright'
const GROUPED: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse'])

export const bridge: BridgeSpec = {
  file: (scope, places) => bridgeFileAmong(files(places), { scope, places }),
  entry: ({ event, command, powershell, timeoutSeconds: timeout, platform }) => {
    const handler = { command: platform === 'win32' ? powershell : command, timeout }
    return {
      list: [NAME, event],
      value: GROUPED.has(event) ? { matcher: '*', hooks: [handler] } : handler,
    }
  },
}
