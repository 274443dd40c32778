import type { InlineForm, Start } from '../core/hook.ts'
import { quoteWord } from './argv.ts'
import { isWindowsPath, toPosixPath } from './posix-path.ts'
import type { Command } from './shell.ts'

/** What an inline form depends on besides the command; all of it is the engine's own, none a project's. */
export type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly variable: (name: string) => string | undefined
}

/** The text for a shell, as filled in and as written. */
export type ShellText = Pick<Extract<Start, { kind: 'inline' }>, 'command' | 'written'>

/** `paths: 'posix'`: it reads no Windows path, also not in the variables that hold one. */
export type InlineCommand = Command & { readonly paths?: 'posix' }

type Inline = {
  readonly title: string
  /** Tried in this order: the next one when a program does not exist. */
  readonly commands: (text: ShellText, around: Surroundings) => readonly InlineCommand[]
  /** Where it runs when the event's directory is gone; `project` is the home directory when that is gone too. */
  readonly lostDirectory: 'project' | 'fail'
  readonly install: string
  /** Ending of files that the shell reads itself, so that they need no executable bit. */
  readonly ownScripts?: string
}

/** How hosts start a command string from their own files. */
export const INLINE_FORMS: Readonly<Record<InlineForm, Inline>> = {
  'sh-c': {
    title: 'Claude Code, shell form',
    commands: (text, around) =>
      around.platform === 'win32'
        ? gitBash(text, around)
        : [{ file: '/bin/sh', args: ['-c', prefixed(text.command, around)] }],
    lostDirectory: 'project',
    install: 'Install Git for Windows, or set CLAUDE_CODE_GIT_BASH_PATH to its bash.exe.',
  },
  'pwsh-command': {
    title: 'Claude Code, `shell: powershell`',
    ownScripts: '.ps1',
    commands: powershell,
    lostDirectory: 'project',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
  'bash-bare': {
    title: 'GitHub Copilot CLI and cloud agent, `bash`',
    commands: ({ command }) => [{ file: 'bash', args: ['--norc', '--noprofile', '-c', command] }],
    lostDirectory: 'fail',
    install: 'Install bash, or give the entry a `powershell` command.',
  },
  'pwsh-bare': {
    title: 'GitHub Copilot CLI, `powershell`',
    ownScripts: '.ps1',
    commands: barePowershell,
    lostDirectory: 'fail',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
  'default-shell': {
    title: 'VS Code, local agent',
    commands: defaultShell,
    lostDirectory: 'fail',
    install: 'VS Code takes the default shell of the system.',
  },
}

/** Variables of a host that hold a path, and may be named in a command. */
const PATH_VARIABLES = ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA', 'CLAUDE_ENV_FILE']

/** The environment for a shell that reads POSIX paths only. */
export function withPosixPaths(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const converted = PATH_VARIABLES.flatMap((name) => {
    const path = env[name]
    return path !== undefined && isWindowsPath(path) ? [[name, toPosixPath(path)] as const] : []
  })
  return { ...env, ...Object.fromEntries(converted) }
}

/** The interpreter of a script is named after paths were filled in, and before the prefix wraps it all. */
function gitBash(text: ShellText, around: Surroundings): readonly InlineCommand[] {
  const args = ['-c', prefixed(namingBash(text.command), around)]
  const chosen = around.variable('CLAUDE_CODE_GIT_BASH_PATH')
  const places = chosen ? [chosen] : gitBashPlaces(around)
  const bashes = places.map((file) => ({ file, args, paths: 'posix' as const }))
  return chosen ? bashes : [...bashes, ...powershell(text, around)]
}

/** Never `bash` from PATH: on Windows that is often the one of WSL, another system with other paths. */
function gitBashPlaces({ variable }: Surroundings): readonly string[] {
  const roots = [variable('ProgramFiles') ?? 'C:\\Program Files', variable('ProgramFiles(x86)')]
  const local = variable('LOCALAPPDATA')
  const places = [...roots, local && `${local}\\Programs`].map(
    (root) => root && `${root}\\Git\\bin\\bash.exe`,
  )
  return places.filter((place): place is string => Boolean(place))
}

/** Windows does not know shebangs, so Claude Code names the interpreter of a `.sh` itself. */
function namingBash(command: string): string {
  return /\.sh(?:\s|"|$)/.test(command) && !command.startsWith('bash ') ? `bash ${command}` : command
}

/** The prefix program receives the whole command as one argument. */
function prefixed(command: string, { variable }: Surroundings): string {
  const prefix = variable('CLAUDE_CODE_SHELL_PREFIX')
  return prefix ? `${prefix} ${quoteWord(command)}` : command
}

const PATH_PLACEHOLDER = /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g

function powershell({ command, written }: ShellText, around: Surroundings): readonly InlineCommand[] {
  const { platform, variable } = around
  const respect = Boolean(variable('CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY'))
  const policy = platform === 'win32' && !respect ? ['-ExecutionPolicy', 'Bypass'] : []
  const source = (written ?? command).replace(PATH_PLACEHOLDER, '${env:$1}')
  const args = ['-NoProfile', '-NonInteractive', ...policy, '-Command', source]
  return ['pwsh', 'powershell'].map((file) => ({ file, args }))
}

/** The host asks for version 7; on Windows an older one is always there. */
function barePowershell({ command }: ShellText, { platform }: Surroundings): readonly InlineCommand[] {
  const args = ['-NoProfile', '-NonInteractive', '-Command', command]
  return (platform === 'win32' ? ['pwsh', 'powershell'] : ['pwsh']).map((file) => ({ file, args }))
}

/** Where the default shell of Windows would be cmd.exe, Windows PowerShell stands in. */
function defaultShell({ command }: ShellText, around: Surroundings): readonly InlineCommand[] {
  if (around.platform !== 'win32') return [{ file: '/bin/sh', args: ['-c', command] }]
  const own = around.variable('ComSpec') ?? 'cmd.exe'
  if (!/(?:^|[\\/])cmd(?:\.exe)?$/i.test(own)) return [{ file: own, args: ['-c', command] }]
  const flags = ['-ExecutionPolicy', 'Bypass', '-NoProfile', '-NoLogo']
  return [{ file: 'powershell', args: [...flags, '-Command', command] }]
}
