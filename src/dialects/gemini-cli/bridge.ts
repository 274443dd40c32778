import { bridgeFileAmong, valueAt } from '../_families/bridge-file.ts'
import type { BridgeSpec } from '../bridge-spec.ts'
import { files } from './files.ts'

/** The host counts milliseconds, and ends a hook at once whose number is larger. */
const MOST_SECONDS = 2_147_483

export const bridge: BridgeSpec = {
  file: (scope, places) => bridgeFileAmong(files(places), { scope, places }),
  entry: ({ event, command, powershell, timeoutSeconds, platform }) => ({
    list: ['hooks', event],
    value: {
      hooks: [
        {
          name: 'hookwright',
          type: 'command',
          command: platform === 'win32' ? powershell : command,
          timeout: timeoutSeconds * 1_000,
        },
      ],
    },
  }),
  longestTimeout: () => MOST_SECONDS,
  obstacles: ({ places, lookUp }) => {
    const paths = files(places).flatMap((spec) => ('path' in spec ? [spec.path] : []))
    const off = paths.filter((path) => valueAt(lookUp(path), 'hooksConfig', 'enabled') === false)
    const named = paths.filter((path) => {
      const disabled = valueAt(lookUp(path), 'hooksConfig', 'disabled')
      return Array.isArray(disabled) && disabled.includes('hookwright')
    })
    return [
      ...off.map((path) => ({
        text: `\`hooksConfig.enabled\` is false in "${path}", so Gemini CLI runs no hook.`,
        mend: `Set \`hooksConfig.enabled\` to true in "${path}".`,
      })),
      ...named.map((path) => ({
        text: `\`hooksConfig.disabled\` of "${path}" lists "hookwright", so the bridge does not run.`,
        mend: `Take "hookwright" out of \`hooksConfig.disabled\` in "${path}".`,
      })),
    ]
  },
  notes: (scope) =>
    scope === 'project'
      ? [
          'Gemini CLI warns once of new hooks of a project, and runs them; in a folder that it does not trust it runs none.',
        ]
      : [],
}
