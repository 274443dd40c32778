import { joiner } from '../_families/places.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { copilotHome } from './files.ts'
import { ROWS } from './events.ts'

/** A file of its own: the host reads every file of the folder. */
export const bridge: BridgeSpec = {
  file: (scope, places) => {
    const join = joiner(places)
    const folder = scope === 'user' ? copilotHome(places) : join(places.projectDir, '.github')
    return { path: join(folder, 'hooks', 'hookwright.json'), format: 'json', isOurs: true }
  },
  // One spelling of each event: an entry under both names would run twice.
  skips: ROWS.flatMap(({ PascalCase }) => (PascalCase === undefined ? [] : [PascalCase])),
  settings: [{ path: ['version'], value: 1 }],
  entry: ({ event, command, powershell, timeoutSeconds }) => ({
    list: ['hooks', event],
    value: { type: 'command', bash: command, powershell, timeoutSec: timeoutSeconds },
  }),
  notes: (scope) =>
    scope === 'project'
      ? [
          'The Copilot cloud agent takes this file from the default branch, and has no hookwright: see docs/copilot.md.',
        ]
      : [],
}
