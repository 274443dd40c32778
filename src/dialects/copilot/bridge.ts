import { valueAt } from '../_families/bridge-file.ts'
import { joiner } from '../_families/places.ts'
import type { BridgeSpec, InstallScope } from '../bridge-spec.ts'
import type { Places } from '../dialect.ts'
import { copilotHome } from './files.ts'
import { ROWS } from './events.ts'

/** A file of its own: the host reads every file of the folder. */
export const bridge: BridgeSpec = {
  file: (scope, places) => {
    return { path: fileOf(scope, places), format: 'json', isOurs: true }
  },
  // One spelling of each event: an entry under both names would run twice.
  skips: ROWS.flatMap(({ PascalCase }) => (PascalCase === undefined ? [] : [PascalCase])),
  settings: [{ path: ['version'], value: 1 }],
  entry: ({ event, command, powershell, timeoutSeconds }) => ({
    list: ['hooks', event],
    value: { type: 'command', bash: command, powershell, timeoutSec: timeoutSeconds },
  }),
  // In the file of the entries it is about that file; in settings of a repository, about all: docs/hosts/copilot.md#switches.
  obstacles: ({ scope, places, lookUp }) => {
    const join = joiner(places)
    const settings = [join('.github', 'copilot'), '.claude']
      .flatMap((folder) => ['settings.json', 'settings.local.json'].map((name) => join(folder, name)))
      .map((path) => join(places.projectDir, path))
    return [fileOf(scope, places), ...settings]
      .filter((path) => valueAt(lookUp(path), 'disableAllHooks') === true)
      .map((path) => ({
        text: `\`disableAllHooks\` is true in "${path}", so Copilot does not start the bridge.`,
        mend: `Remove \`disableAllHooks\` from "${path}".`,
      }))
  },
  notes: (scope) =>
    scope === 'project'
      ? [
          'The Copilot cloud agent takes this file from the default branch, and has no hookwright: see docs/copilot.md.',
        ]
      : [],
}

function fileOf(scope: InstallScope, places: Places): string {
  const join = joiner(places)
  const folder = scope === 'user' ? copilotHome(places) : join(places.projectDir, '.github')
  return join(folder, 'hooks', 'hookwright.json')
}
