import type { FileSpec, Places } from '../dialect.ts'

const ENDINGS = ['yaml', 'json', 'toml']
const NAMES = ENDINGS.map((ending) => `hookwright.${ending}`)
const LOCAL_NAMES = ENDINGS.map((ending) => `hookwright.local.${ending}`)

/** Strongest scope first. */
export function files({ managedDir, configHome, startDir, projectDir }: Places): readonly FileSpec[] {
  return [
    { find: 'nearest', scope: 'managed', names: NAMES, from: managedDir, upTo: managedDir },
    { find: 'nearest', scope: 'user', names: NAMES, from: configHome, upTo: configHome },
    { find: 'nearest', scope: 'project', names: NAMES, from: startDir, upTo: projectDir },
    { find: 'nearest', scope: 'local', names: LOCAL_NAMES, from: startDir, upTo: projectDir },
  ]
}
