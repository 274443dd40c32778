import { actionByUseId } from '../_families/action.ts'
import { claudeBehind } from '../_families/claude/behind.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { claudeContract, PROJECT_DIR, textCaps } from './contract.ts'
import { failures } from './failures.ts'
import { files, pluginLayout } from './files.ts'
import { HOST_VARIABLES } from './variables.ts'

/** Claude Code 2.1.325: docs/hosts/claude-code.md. What its files and switches mean is in the other files of this folder. */
export const claudeCodeProfile: ClaudeProfile = {
  ...claudeContract,
  behind: claudeBehind,
  bridge: { off: 'disableAllHooks', http: { allowed: 'allowedHttpHookUrls' } },
  host: {
    textCaps,
    actionOf: actionByUseId,
    seen: 'Claude Code 2.1.325',
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures,
    sessionFilePattern: /\.md$/,
    plugins: pluginLayout,
    takesSettings: true,
    brokenFile: 'ask',
    configVariables: Object.values(HOST_VARIABLES),
    stopCapVariable: HOST_VARIABLES.stopCap,
    envFileVariable: HOST_VARIABLES.envFile,
    projectVariable: PROJECT_DIR,
    files,
    writer: async () => (await import('./writer.ts')).writer,
  },
}
