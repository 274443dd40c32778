import { SHELLS, type ShellName } from '../core/hook.ts'
import type { InlineForm } from './inline.ts'
import { SCRIPT_SHELLS, scriptCommand } from './script.ts'
import type { Command } from './shell.ts'
import { isIssue } from '../core/issue.ts'

/** Returns the reference part of docs/shells.md, from the data the engine runs on. */
export function shellTable(forms: readonly InlineForm[]): string {
  return `${[
    '## Script: the five shells',
    ...SHELLS.map(scriptSection),
    '## Inline: how a host starts a command of its own files',
    ...forms.map(inlineSection),
  ].join('\n\n')}\n`
}

function scriptSection(shell: ShellName): string {
  const { scriptFile, failFast, differs, platforms, install, arguments: seen } = SCRIPT_SHELLS[shell]
  return section(`\`shell: ${shell}\``, [
    ['command line', scriptLine(shell, 'linux')],
    ...(scriptLine(shell, 'win32') === scriptLine(shell, 'linux')
      ? []
      : [['on Windows', scriptLine(shell, 'win32')] as const]),
    ['script file', `\`PROCESS-HOST-RANDOM-COUNT-${scriptFile}\``],
    ['arguments in the script', seen],
    ['when a command fails', failFast],
    ['differs from the shell by hand', differs],
    ['where', platforms],
    ['when it is missing', install],
  ])
}

function scriptLine(shell: ShellName, platform: NodeJS.Platform): string {
  const command = scriptCommand(shell, 'SCRIPT', { args: ['ARGS'], platform })
  return isIssue(command) ? command.message : line(command).replace('ARGS', 'ARGS…')
}

const LOST_DIRECTORY = {
  project: 'runs in the project directory, and in the home directory when that is gone too',
  fail: 'does not start',
}

function inlineSection({ title, commands, lostDirectory, install }: InlineForm): string {
  const lines = (platform: NodeJS.Platform) =>
    commands({ command: 'COMMAND' }, { platform, variable: () => undefined })
      .map(line)
      .join(', else ')
  return section(title, [
    ['Linux, macOS', lines('linux')],
    ['Windows', lines('win32')],
    ['directory gone', LOST_DIRECTORY[lostDirectory]],
    ['when it is missing', install],
  ])
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  return [`### ${title}`, '', ...rows.map(([name, text]) => `- **${name}**: ${text}`)].join('\n')
}

function line({ file, args }: Command): string {
  return `\`${[file, ...args].join(' ')}\``
}
