import { powershellCommand, shOrGitBash, type InlineForms } from '../../../shells/inline.ts'

/** How a host starts command strings of which only `sh -c` is known; `paths`: its variables that hold one. */
export function shellForms(title: string, paths: readonly string[]): InlineForms {
  const shared = { lostDirectory: 'project', pathVariables: paths } as const
  return {
    'sh-c': {
      ...shared,
      title: `${title}, command`,
      shells: ['bash'],
      commands: shOrGitBash({ placeholders: paths }),
      install: 'Install Git for Windows.',
    },
    'pwsh-command': {
      ...shared,
      title: `${title}, \`shell: powershell\``,
      shells: ['pwsh'],
      ownScripts: '.ps1',
      commands: powershellCommand({ placeholders: paths }),
      install: 'Install PowerShell 7: https://aka.ms/powershell',
    },
  }
}
