import { claudeBehind } from '../_families/claude/behind.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { claudeContract, textCaps } from './contract.ts'
import { SESSION_END_VARIABLE } from './events.ts'
import { failures } from './failures.ts'
import { files, pluginLayout } from './files.ts'

/** Claude Code 2.1.325: docs/hosts/claude-code.md. What its files and switches mean is in the other files of this folder. */
export const claudeCodeProfile: ClaudeProfile = {
  ...claudeContract,
  behind: claudeBehind,
  host: {
    textCaps,
    combination: { order: 'parallel', stopAt: [], rewrites: 'replace' },
    failures,
    sessionFilePattern: /\.md$/,
    plugins: pluginLayout,
    takesSettings: true,
    brokenFile: 'ask',
    configVariables: [
      SESSION_END_VARIABLE,
      'CLAUDE_CODE_SIMPLE',
      'CLAUDE_CODE_SAFE_MODE',
      'CLAUDE_CONFIG_DIR',
    ],
    projectVariable: claudeContract.variables.projectDir,
    files,
  },
}
