import { valueAt } from '../_families/bridge-file.ts'
import { joiner } from '../_families/places.ts'
import type { BridgeSpec, InstallScope, LookUp, Obstacle } from '../bridge-spec.ts'
import type { Places } from '../dialect.ts'
import { FILE_NAMES, userFolder } from './files.ts'
import { readSwitches } from './switches.ts'
import { untrusted } from './untrusted.ts'

/** Codex ends hooks of these events after three seconds, whatever a file says. */
const BRIEF: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt'])
const BRIEF_SECONDS = 3

/** `hooks.json` only: `config.toml` is the user's own, and Codex writes to it itself. */
export const bridge: BridgeSpec = {
  file: (scope, places) => {
    return { path: bridgePath(scope, places), format: 'json', isOurs: false }
  },
  entry: ({ event, command, powershell, timeoutSeconds: timeout }) => ({
    list: ['hooks', event],
    value: { hooks: [{ type: 'command', command, commandWindows: powershell, timeout }] },
  }),
  longestTimeout: (event) => (BRIEF.has(event) ? BRIEF_SECONDS : undefined),
  obstacles: ({ scope, lookUp, ...search }) => {
    const { places } = search
    const settings = settingsPath(places)
    const file = bridgePath(scope, places)
    return [
      ...featureOff(places, lookUp),
      ...untrusted({ file, value: lookUp(file), settings: lookUp(settings), ...search }),
    ]
  },
  notes: (_scope, places, lookUp) => [
    ...featureNote(places, lookUp),
    'Codex runs a new or changed hook only after you have trusted it: start `codex` and choose "Trust all and continue", or type `/hooks` there and press `t`.',
    'Until then it runs no hook of hookwright, and `codex exec` does not say so.',
  ],
}

function bridgePath(scope: InstallScope, places: Places): string {
  const join = joiner(places)
  const folder = scope === 'user' ? userFolder(places) : join(places.projectDir, '.codex')
  return join(folder, FILE_NAMES.json)
}

function settingsPath(places: Places): string {
  return joiner(places)(userFolder(places), FILE_NAMES.toml)
}

/** Undefined: the file does not say. */
function featureIn(value: unknown): boolean | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return readSwitches(value as Record<string, unknown>, { isRequirements: false }).hooks
}

function featureOff(places: Places, lookUp: LookUp): readonly Obstacle[] {
  const file = settingsPath(places)
  const value = lookUp(file)
  if (featureIn(value) !== false) return []
  const key = valueAt(value, 'features', 'hooks') === undefined ? 'codex_hooks' : 'hooks'
  const text = `\`${key} = false\` under \`[features]\` of "${file}" switches all hooks of Codex off.`
  return [{ text, mend: `In "${file}", set it to true.` }]
}

function featureNote(places: Places, lookUp: LookUp): readonly string[] {
  const file = settingsPath(places)
  const hooks = featureIn(lookUp(file))
  if (hooks === true) return [`Hooks are on in "${file}".`]
  if (hooks === false) return []
  return [
    `"${file}" does not say whether hooks are on, so they are by the default of your release. If Codex ignores them, add \`hooks = true\` under \`[features]\`.`,
  ]
}
