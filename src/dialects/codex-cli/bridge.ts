import { valueAt } from '../_families/bridge-file.ts'
import { joiner } from '../_families/places.ts'
import type { BridgeSpec, LookUp } from '../bridge-spec.ts'
import type { Places } from '../dialect.ts'
import { FILE_NAMES, userFolder } from './files.ts'
import { readSwitches } from './switches.ts'

/** Codex ends hooks of these events after three seconds, whatever a file says. */
const BRIEF: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt'])
const BRIEF_SECONDS = 3

/** `hooks.json` only: `config.toml` is the user's own, and Codex writes to it itself. */
export const bridge: BridgeSpec = {
  file: (scope, places) => {
    const folder = scope === 'user' ? userFolder(places) : joiner(places)(places.projectDir, '.codex')
    return { path: joiner(places)(folder, FILE_NAMES.json), format: 'json', isOurs: false }
  },
  entry: ({ event, command, powershell, timeoutSeconds: timeout }) => ({
    list: ['hooks', event],
    value: { hooks: [{ type: 'command', command, commandWindows: powershell, timeout }] },
  }),
  longestTimeout: (event) => (BRIEF.has(event) ? BRIEF_SECONDS : undefined),
  notes: (_scope, places, lookUp) => [
    ...featureNote(places, lookUp),
    'Codex runs a new or changed hook only after you have trusted it: start `codex` and choose "Trust all and continue", or type `/hooks` there and press `t`.',
    'Until then it runs no hook of hookwright, and `codex exec` does not say so.',
  ],
}

function featureNote(places: Places, lookUp: LookUp): readonly string[] {
  const file = joiner(places)(userFolder(places), FILE_NAMES.toml)
  const value = lookUp(file)
  const isObject = typeof value === 'object' && value !== null
  const { hooks } = isObject
    ? readSwitches(value as Record<string, unknown>, { isRequirements: false })
    : { hooks: undefined }
  if (hooks === true) return [`Hooks are on in "${file}".`]
  if (hooks === undefined)
    return [
      `"${file}" does not say whether hooks are on, so they are by the default of your release. If Codex ignores them, add \`hooks = true\` under \`[features]\`.`,
    ]
  const older = valueAt(value, 'features', 'hooks') === undefined ? 'codex_hooks' : 'hooks'
  return [
    `\`${older} = false\` under \`[features]\` of "${file}" switches all hooks of Codex off: set it to true.`,
  ]
}
