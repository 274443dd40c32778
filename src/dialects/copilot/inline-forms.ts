import { bareBash, barePowershell, systemShell, type InlineForms } from '../../shells/inline.ts'

/** How the Copilot hosts start a command string: docs/hosts/copilot.md. */
export const inlineForms = {
  'bash-bare': {
    title: 'GitHub Copilot CLI and cloud agent, `bash`',
    shells: ['bash'],
    commands: bareBash,
    lostDirectory: 'fail',
    install: 'Install bash, or give the entry a `powershell` command.',
  },
  'pwsh-bare': {
    title: 'GitHub Copilot CLI, `powershell`',
    shells: ['pwsh'],
    ownScripts: '.ps1',
    commands: barePowershell,
    lostDirectory: 'fail',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
  'default-shell': {
    title: 'VS Code, local agent',
    shells: ['bash', 'pwsh'],
    commands: systemShell,
    lostDirectory: 'fail',
    install: 'VS Code takes the default shell of the system.',
  },
} as const satisfies InlineForms
