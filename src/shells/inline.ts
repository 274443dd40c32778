import type { ShellName, Start } from '../core/hook.ts'
import { quoteWord } from './argv.ts'
import { isWindowsPath, toPosixPath } from './posix-path.ts'
import type { Command } from './shell.ts'

/** What an inline form depends on besides the command; all of it is the engine's own, none a project's. */
export type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly variable: (name: string) => string | undefined
  /** The environment that the command gets, for a host that puts values of it into the text. Absent: it is not known yet. */
  readonly given?: (name: string) => string | undefined
}

/** The text for a shell, as filled in and as written. */
export type ShellText = Pick<Extract<Start, { kind: 'inline' }>, 'command' | 'written'>

/** `paths: 'posix'`: it reads no Windows path, also not in the variables that hold one. */
export type InlineCommand = Command & { readonly paths?: 'posix' }

/** How a host starts a command string from its own files. */
export type InlineForm = {
  /** Name of the host and of the form, for the docs. */
  readonly title: string
  /** The languages the text may be read as, for those who look for the files it names. */
  readonly shells: readonly ShellName[]
  /** Tried in this order: the next one when a program does not exist. */
  readonly commands: (text: ShellText, around: Surroundings) => readonly InlineCommand[]
  /** Where it runs when the event's directory is gone; `project` is the home directory when that is gone too. */
  readonly lostDirectory: 'project' | 'fail'
  /** What to do when none of the programs is there. */
  readonly install: string
  /** Ending of files that the shell reads itself, so that they need no executable bit. */
  readonly ownScripts?: string
  /** Variables of the host that hold a path; a shell with `paths: 'posix'` gets them converted. Default: none. */
  readonly pathVariables?: readonly string[]
}

/** By the name that a hook's `start.form` has. */
export type InlineForms = Readonly<Record<string, InlineForm>>

/** Returns the form with this name; undefined when the host has none of that name. */
export function inlineForm(forms: InlineForms | undefined, name: string): InlineForm | undefined {
  return forms !== undefined && Object.hasOwn(forms, name) ? forms[name] : undefined
}

/** Returns the environment for a shell that reads POSIX paths only. */
export function withPosixPaths(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const converted = names.flatMap((name) => {
    const path = env[name]
    return path !== undefined && isWindowsPath(path) ? [[name, toPosixPath(path)] as const] : []
  })
  return { ...env, ...Object.fromEntries(converted) }
}

/** Names of a host's variables that change how it starts a shell. */
export type ShellVariables = {
  /** Path of the bash to use on Windows. */
  readonly gitBash?: string
  /** A command that gets the whole command as one argument. */
  readonly prefix?: string
  /** Non-empty: the execution policy of PowerShell stays as it is. */
  readonly keepsPolicy?: string
  /** Placeholders, `${NAME}`, which PowerShell reads from the environment. */
  readonly placeholders?: readonly string[]
}

type Commands = InlineForm['commands']

/** `/bin/sh -c`; on Windows Git Bash, else PowerShell. */
export function shOrGitBash(names: ShellVariables = {}): Commands {
  const powershell = powershellCommand(names)
  return (text, around) => {
    if (around.platform !== 'win32')
      return [{ file: '/bin/sh', args: ['-c', prefixed(text.command, around, names)] }]
    const chosen = valueOf(names.gitBash, around)
    const places = chosen ? [chosen] : gitBashPlaces(around)
    // The interpreter of a script is named after paths were filled in, and before the prefix wraps it all.
    const args = ['-c', prefixed(namingBash(text.command), around, names)]
    const bashes = places.map((file) => ({ file, args, paths: 'posix' as const }))
    return chosen ? bashes : [...bashes, ...powershell(text, around)]
  }
}

/** `pwsh -Command`, else Windows PowerShell, without its execution policy. */
export function powershellCommand({ keepsPolicy, placeholders = [] }: ShellVariables = {}): Commands {
  return ({ command, written }, around) => {
    const isBypassed = around.platform === 'win32' && !valueOf(keepsPolicy, around)
    const policy = isBypassed ? ['-ExecutionPolicy', 'Bypass'] : []
    const source = placeholders.reduce(
      (text, name) => text.replaceAll(`\${${name}}`, `\${env:${name}}`),
      written ?? command,
    )
    const args = ['-NoProfile', '-NonInteractive', ...policy, '-Command', source]
    return ['pwsh', 'powershell'].map((file) => ({ file, args }))
  }
}

/** bash from PATH, without start-up files. */
export const bareBash: Commands = ({ command }) => [
  { file: 'bash', args: ['--norc', '--noprofile', '-c', command] },
]

/** PowerShell 7; on Windows an older one is always there. */
export const barePowershell: Commands = ({ command }, { platform }) => {
  const args = ['-NoProfile', '-NonInteractive', '-Command', command]
  return (platform === 'win32' ? ['pwsh', 'powershell'] : ['pwsh']).map((file) => ({ file, args }))
}

/** The default shell of the system. Where that of Windows would be cmd.exe, Windows PowerShell stands in. */
export const systemShell: Commands = ({ command }, around) => {
  if (around.platform !== 'win32') return [{ file: '/bin/sh', args: ['-c', command] }]
  const own = around.variable('ComSpec') ?? 'cmd.exe'
  if (!/(?:^|[\\/])cmd(?:\.exe)?$/i.test(own)) return [{ file: own, args: ['-c', command] }]
  const flags = ['-ExecutionPolicy', 'Bypass', '-NoProfile', '-NoLogo']
  return [{ file: 'powershell', args: [...flags, '-Command', command] }]
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

/** Windows does not know shebangs, so the interpreter of a `.sh` is named. */
function namingBash(command: string): string {
  return /\.sh(?:\s|"|$)/.test(command) && !command.startsWith('bash ') ? `bash ${command}` : command
}

/** The prefix program receives the whole command as one argument. */
function prefixed(command: string, around: Surroundings, names: ShellVariables): string {
  const prefix = valueOf(names.prefix, around)
  return prefix ? `${prefix} ${quoteWord(command)}` : command
}

function valueOf(name: string | undefined, { variable }: Surroundings): string | undefined {
  return name === undefined ? undefined : variable(name)
}
