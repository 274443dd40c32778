import type { Reply } from '../core/decision.ts'
import type { BridgeCall } from '../dialects/bridge-spec.ts'
import { quoteWord } from '../shells/argv.ts'

/** One bridge command in the languages of the shells that hosts use. */
export type CommandLines = Pick<BridgeCall, 'command' | 'powershell' | 'cmd'>

export type BridgeWords = {
  readonly host: string
  /** Absent: the payload names its event. */
  readonly event?: string
  readonly deadlineSeconds: number
  readonly onError?: 'deny'
}

/** Returns the words after the program. None of them needs quotes in any shell. */
export function bridgeWords({ host, event, deadlineSeconds, onError }: BridgeWords): readonly string[] {
  return [
    'run',
    '--host',
    host,
    ...(event === undefined ? [] : ['--event', event]),
    '--deadline',
    String(deadlineSeconds),
    ...(onError === undefined ? [] : ['--on-error', onError]),
  ]
}

/** Absolute paths of the launcher: for POSIX shells, and for those of Windows. */
export type LauncherPaths = { readonly sh: string; readonly cmd: string }

/** For a file of the user's: the launcher by its absolute path. */
export function userCommands({ sh, cmd }: LauncherPaths, words: readonly string[]): CommandLines {
  const rest = words.join(' ')
  return {
    command: `${quoted(sh.replaceAll('\\', '/'))} ${rest}`,
    powershell: `& '${cmd.replaceAll("'", "''")}' ${rest}`,
    cmd: `"${cmd.replaceAll('%', '%%')}" ${rest}`,
  }
}

/** A plain path stays readable. */
function quoted(path: string): string {
  return /^[\w@+:,./-]+$/.test(path) ? path : quoteWord(path)
}

const SH_LAUNCHER = '"${XDG_STATE_HOME:-${LOCALAPPDATA:-$HOME/.local/state}}/hookwright/bin/hookwright"'
const POWERSHELL_BASE =
  '$(if ($env:XDG_STATE_HOME) { $env:XDG_STATE_HOME } elseif ($env:LOCALAPPDATA) { $env:LOCALAPPDATA } else { "$HOME/.local/state" })'
/** What people are told who have no hookwright. */
export const ABSENT =
  'this project uses hooks of hookwright, which is not installed here, so none of them ran. To have them, run: npx hookwright install'

const MISSING = `hookwright: ${ABSENT}`

/**
 * For a file that a team shares: each finds the launcher in their own state folder. Where there is none, `absent` is the
 * reply that lets this host go on, and a line says what to do.
 */
export function projectCommands(words: readonly string[], absent: Reply): CommandLines {
  const rest = words.join(' ')
  const out = absent.stdout.trim()
  const text = [
    ...(out === '' ? [] : [`printf '%s\\n' ${quoteWord(out)}`]),
    `printf '%s\\n' ${quoteWord(MISSING)} >&2`,
    `exit ${absent.exitCode}`,
  ].join('; ')
  const said = [
    ...(out === '' ? [] : [`'${out.replaceAll("'", "''")}'`]),
    `[Console]::Error.WriteLine('${MISSING}')`,
    `exit ${absent.exitCode}`,
  ].join('; ')
  const powershell = `$hookwright = "${POWERSHELL_BASE}/hookwright/bin/hookwright.cmd"; if (Test-Path -LiteralPath $hookwright) { & $hookwright ${rest}; exit $LASTEXITCODE } else { ${said} }`
  const cmdFile = '"%LOCALAPPDATA%\\hookwright\\bin\\hookwright.cmd"'
  return {
    command: `[ -x ${SH_LAUNCHER} ] || { ${text}; }; exec ${SH_LAUNCHER} ${rest}`,
    powershell,
    cmd: `if exist ${cmdFile} (${cmdFile} ${rest}) else (echo ${MISSING} 1>&2)`,
  }
}

/** Our launcher by a whole path or by variables, or a program of one event beside it. */
const OWN =
  /(?:^|[\s"'&}])(?:\/|[A-Za-z]:[\\/]|\$\{?\w|\$\()?[^\n"]*[\\/]hookwright[\\/]bin[\\/](?:hookwright(?:\.cmd)?["']?(?=\s+run\s)|events[\\/][\w-]+$)/

/** True for a command that `install` wrote: of this version or another, in this state folder or another. */
export function isOwnCommand(command: string): boolean {
  return OWN.test(command) || command.startsWith('$hookwright = "$(if ($env:XDG_STATE_HOME)')
}
