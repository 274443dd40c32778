import { powershellCommand, shOrGitBash, type InlineForms, type ShellVariables } from '../../shells/inline.ts'

const PATHS = ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA']

const VARIABLES = {
  gitBash: 'CLAUDE_CODE_GIT_BASH_PATH',
  prefix: 'CLAUDE_CODE_SHELL_PREFIX',
  keepsPolicy: 'CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY',
  placeholders: PATHS,
} satisfies ShellVariables

const pathVariables = [...PATHS, 'CLAUDE_ENV_FILE']

/** How Claude Code starts a command string: docs/hosts/claude-code.md. */
export const inlineForms = {
  'sh-c': {
    title: 'Claude Code, shell form',
    // Without Git for Windows, PowerShell gets the same text.
    shells: ['bash'],
    commands: shOrGitBash(VARIABLES),
    lostDirectory: 'project',
    install: `Install Git for Windows, or set ${VARIABLES.gitBash} to its bash.exe.`,
    pathVariables,
  },
  'pwsh-command': {
    title: 'Claude Code, `shell: powershell`',
    shells: ['pwsh'],
    ownScripts: '.ps1',
    commands: powershellCommand(VARIABLES),
    lostDirectory: 'project',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
    pathVariables,
  },
} as const satisfies InlineForms
