import type { ShellName } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import { cmdLine } from './cmd.ts'
import type { Command } from './shell.ts'

/** One adapter as data. The command line is its public contract: everything else here explains it. */
export type ScriptShell = {
  readonly program: string
  /** Between the program and the script; `windows` ones come before `last`. */
  readonly flags: readonly string[]
  readonly windows: readonly string[]
  readonly last: readonly string[]
  readonly scriptFile: string
  readonly arguments: string
  /** Names of files that the shell itself would change before the script sees them. Default: none. */
  readonly changedNames?: RegExp
  readonly failFast: string
  readonly differs: string
  readonly platforms: string
  readonly install: string
}

const POWERSHELL = {
  flags: ['-NoProfile', '-NonInteractive'],
  windows: ['-ExecutionPolicy', 'Bypass'],
  last: ['-File'],
  scriptFile: 'entry.ps1',
  arguments:
    '`$args`, each as text. PowerShell itself reads those that begin with a dash: `-NAME:VALUE` arrives as two, `-NAME:$true` with a boolean, `--%` not at all. A git hook is not given a file of such a name: it fails.',
  // Its command line takes every dash of Unicode, cuts at a colon, and drops the marker of native commands.
  changedNames: /^[-\u2013-\u2015](?:.*:|-%$)/su,
  failFast:
    'None added: an error that is not caught goes on, as in any `-File` script. Start with `$ErrorActionPreference = "Stop"` to end at the first. A program that fails is no error: without `exit $LASTEXITCODE` at the end, the script passes.',
  differs:
    'Profiles are not read and prompts fail instead of waiting. On Windows the execution policy is bypassed for this process.',
} as const

export const SCRIPT_SHELLS: Readonly<Record<ShellName, ScriptShell>> = {
  sh: {
    program: 'sh',
    flags: ['-e'],
    windows: [],
    last: [],
    scriptFile: 'entry.sh',
    arguments: '`"$@"`',
    failFast:
      'Ends at the first command that fails (`-e`). A failure on the left of a pipe is not seen: `sh` has no `pipefail`.',
    differs: 'By hand, `sh` goes on after a failed command.',
    platforms:
      'Every POSIX system; which shell answers to `sh` differs. On Windows only with an `sh` on PATH.',
    install: 'Install a POSIX shell, or on Windows Git for Windows, and put `sh` on PATH.',
  },
  bash: {
    program: 'bash',
    flags: ['--noprofile', '--norc', '-eo', 'pipefail'],
    windows: [],
    last: [],
    scriptFile: 'entry.sh',
    arguments: '`"$@"`',
    failFast: 'Ends at the first command that fails (`-e`), in a pipe too (`pipefail`). No `-u`, no `-x`.',
    differs:
      'By hand, `bash` goes on after a failed command, and a pipe has the status of its last command. As by hand, `BASH_ENV` is read.',
    platforms: 'Wherever `bash` is on PATH. On Windows the first one on PATH may be the one of WSL.',
    install: 'Install bash (on Windows Git for Windows) and put it on PATH.',
  },
  pwsh: {
    program: 'pwsh',
    ...POWERSHELL,
    platforms: 'PowerShell 7 and later, on every system.',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
  powershell: {
    program: 'powershell',
    ...POWERSHELL,
    platforms:
      'Windows PowerShell 5.1, part of Windows; not available elsewhere. It reads a script in the code page of the system, so write what is not ASCII as `[char] 0x2014`.',
    install: 'Windows PowerShell exists on Windows only; use `shell: pwsh` on other systems.',
  },
  cmd: {
    program: 'cmd',
    flags: ['/D', '/E:ON', '/V:OFF', '/S', '/C', 'CALL'],
    windows: [],
    last: [],
    scriptFile: 'entry.cmd',
    arguments: '`%*`, `%1` … (`%~1` without the quotes)',
    failFast: 'None: cmd has no such mode. Write `|| exit /b 1` after a command that must not fail.',
    differs:
      'AutoRun is off, command extensions are on, delayed expansion is off. Commands are echoed unless the script starts with `@echo off`.',
    platforms:
      'Windows. An argument with `%`, `^` or a line break is refused, because `CALL` reads it a second time; one with other special characters arrives in double quotes, a `"` inside it as `""`, and backslashes before a quote or at its end doubled.',
    install: 'cmd exists on Windows only; use `shell: sh` or `shell: bash` on other systems.',
  },
}

/** The command line of one adapter; `args` follow the script as they are. */
export function scriptCommand(
  shell: ShellName,
  scriptPath: string,
  { args, platform }: { args: readonly string[]; platform: NodeJS.Platform },
): Command | Issue {
  const { program, flags, windows, last } = SCRIPT_SHELLS[shell]
  const all = [...flags, ...(platform === 'win32' ? windows : []), ...last]
  const words = [scriptPath, ...args]
  if (shell === 'cmd' && platform === 'win32') return cmdLine(all, words)
  return { file: program, args: [...all, ...words] }
}

/** Returns the issue with a file name that would not reach the script as it is; undefined when all do. */
export function changedName(shell: ShellName, names: readonly string[]): Issue | undefined {
  const { program, changedNames } = SCRIPT_SHELLS[shell]
  const name = changedNames && names.find((each) => changedNames.test(each))
  if (name === undefined) return undefined
  return issue(
    'shell.unsafe-argument',
    {},
    `${program} cannot be given ${JSON.stringify(name)} unchanged: it reads a parameter in it.`,
    'Rename the file, leave it out with `exclude`, or use another `shell`.',
  )
}

/** Scripts that look at their own file. */
const NAMES_ITSELF = /\$\{?[!#]?0(?!\d)|\bBASH_(?:SOURCE|LINENO|ARGV0|EXECUTION_STRING)\b|\bcaller\b|\$-/

/**
 * The command line for a script that no file could be made for; undefined where its meaning would be another one. The
 * POSIX shells take the text itself with `-c`, behind the same flags. What differs is `$0`, so a script that mentions it
 * is not started this way.
 */
export function textCommand(shell: ShellName, source: string, args: readonly string[]): Command | undefined {
  if ((shell !== 'sh' && shell !== 'bash') || NAMES_ITSELF.test(source)) return undefined
  const { program, flags, scriptFile } = SCRIPT_SHELLS[shell]
  // A text that begins with a dash would be taken for an option.
  const text = /^[-+]/.test(source) ? `\n${source}` : source
  return { file: program, args: [...flags, '-c', text, scriptFile, ...args] }
}
