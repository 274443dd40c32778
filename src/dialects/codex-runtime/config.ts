import { issue } from '../../core/issue.ts'
import type { ConfigReading, ConfigSide } from '../dialect.ts'

/** Nothing leads here but a caller's mistake: no path is this dialect's. */
export const configSide: ConfigSide = {
  read: ({ file, scope }): ConfigReading => ({
    file,
    scope,
    hooks: [],
    issues: [
      issue(
        'config.none',
        { file, pointer: [] },
        'codex_runtime has no config files: its hooks are registered in code.',
        'Write the hook into hookwright.yaml, with `dialect: codex-runtime`.',
      ),
    ],
    switches: {},
    imports: [],
  }),
  combine: () => ({ hooks: [], issues: [] }),
}
