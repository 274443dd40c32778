import { joiner } from '../_families/places.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { ROWS } from './events.ts'

/** Folder of a scope that both the extension and the SDK read. */
const FOLDERS = { user: ['Documents', 'Cline', 'Hooks'], project: ['.clinerules', 'hooks'] } as const

/** A hook is a file that is named after its event. */
export const bridge: BridgeSpec = {
  file: (scope, places, event) => {
    const base = scope === 'user' ? places.home : places.projectDir
    const name = places.platform === 'win32' ? `${event}.ps1` : event
    return { path: joiner(places)(base, ...FOLDERS[scope], name), format: 'program', isOurs: true }
  },
  // Names in payloads of the SDK; it starts the same files.
  skips: ROWS.flatMap(({ sdk }) => (sdk === undefined ? [] : [sdk])),
  program: ({ command, powershell, platform }) =>
    platform === 'win32'
      ? `# ${MADE}\n${powershell}\nexit $LASTEXITCODE\n`
      : `#!/bin/sh\n# ${MADE}\n${command}\n`,
  // The extension gives 30 seconds to every hook.
  longestTimeout: () => 30,
  notes: () => ['A deny ends the run in Cline: it has nothing weaker.'],
}

const MADE = 'Made by `hookwright install`; `hookwright uninstall` removes it.'
