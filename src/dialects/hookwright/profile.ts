import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { claudeContract } from '../claude-code/contract.ts'
import { files } from './files.ts'
import { HOST_EVENTS } from './host-events.ts'

/** Our own files: their hooks speak Claude Code's wire. */
export const hookwrightProfile: ClaudeProfile = {
  ...claudeContract,
  name: 'hookwright',
  title: 'Hookwright',
  contractOf: claudeContract.title,
  moreEvents: HOST_EVENTS,
  bridge: false,
  host: {
    seen: 'this version',
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'merge' },
    // Never asked for: `native` is refused in our files, whose default is `ignore`.
    failures: () => 'none',
    brokenFile: 'ask',
    refusesLinks: true,
    definesServers: true,
    files,
  },
}
