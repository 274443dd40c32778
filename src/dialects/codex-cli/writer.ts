import type { HookContract } from '../_families/claude/profile.ts'
import { claudeWriter, groupRows } from '../_families/claude/writer.ts'
import type { ConfigWriter } from '../writer.ts'
import { codexEvents } from './events.ts'
import { NAME, TITLE } from './name.ts'

const contract: HookContract = {
  name: NAME,
  title: TITLE,
  wire: NAME,
  events: groupRows(codexEvents),
  // It sets none; `project` below stands in for it.
  variables: { projectDir: '' },
}

/** Writes hooks.json. Canonical names of tools are names there too: `Edit` selects patches. */
export const writer: ConfigWriter = claudeWriter(
  { format: 'json', file: '.codex/hooks.json', top: {} },
  {
    contract,
    host: TITLE,
    traits: new Set(['async', 'statusMessage']),
    keys: new Set(),
    handlers: ['command', 'mcp_tool'],
    // The git root, else the folder of the session: the project's folder everywhere.
    project: '"$(git rev-parse --show-toplevel 2> /dev/null || pwd)"',
    rules: { nameCharacters: /^[A-Za-z0-9_|]+$/, separators: /\|/ },
    wholeTimeouts: true,
    isLinear: true,
  },
)
