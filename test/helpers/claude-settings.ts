import type { Scope } from '../../src/core/hook.ts'
import { configSide } from '../../src/dialects/claude-code/config.ts'
import { places } from './builders.ts'

export type SettingsFile = readonly [scope: Scope, value: Record<string, unknown>]

/** Settings of several scopes, as one session in the project /r sees them. */
export function combineSettings(files: readonly SettingsFile[], env: Record<string, string> = {}) {
  const all = places({ startDir: '/r', projectDir: '/r', env: (name) => env[name] })
  const readings = files.map(([scope, value]) =>
    configSide.read({ file: `/${scope}.json`, scope, value }, all),
  )
  return configSide.combine(readings, all)
}

/** Settings with one hook. */
export function oneHook(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'a' }] }] }, ...extra }
}
