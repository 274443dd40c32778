import type { HandlerSpec, Start } from '../../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { EntrySpot } from './spots.ts'
import { joiner } from '../_families/places.ts'
import type { inlineForms } from './inline-forms.ts'
import type { Surface } from './surfaces.ts'

/** No command of the entry is for this system. `fails`: the host finds out when it runs. */
export type Unfit = { readonly unfit: string; readonly fails: boolean }

export function readCommand(value: JsonObject, spot: EntrySpot, place: Place): HandlerSpec | Unfit | Issue {
  const start = value['exec'] === undefined ? chosen(value, spot, place) : readExec(value, place)
  if (isIssue(start) || 'unfit' in start) return start
  const { env } = value as { env?: Readonly<Record<string, string>> }
  const cwd = workingDirectory(value, spot)
  return { type: 'command', start, ...(env && { env }), ...(cwd !== undefined && { cwd }) }
}

const COMMANDS = ['bash', 'powershell', 'command'] as const
const SYSTEMS = ['windows', 'linux', 'osx'] as const

/** Undocumented: a program without a shell (1.0.102). */
function readExec({ exec, args = [], ...others }: JsonObject, place: Place): Start | Issue {
  const beside = COMMANDS.find((key) => others[key] !== undefined)
  if (beside !== undefined)
    return issue('hook.field', place, `The host drops the entry: "exec" and "${beside}" exclude each other.`)
  if (exec === '') return issue('hook.field', place, 'The host drops the entry: "exec" is empty.')
  return { kind: 'argv', words: [exec as string, ...(args as readonly string[])] }
}

function chosen(value: JsonObject, { places, surface }: EntrySpot, place: Place): Start | Unfit | Issue {
  const texts = value as Readonly<Record<string, string | undefined>>
  if (![...COMMANDS, ...SYSTEMS].some((key) => texts[key]))
    return issue(
      'hook.field',
      place,
      'The host drops the entry: it has none of "bash", "powershell", "command".',
    )
  return CHOOSERS[surface](texts, places.platform)
}

type Texts = Readonly<Record<string, string | undefined>>
type Chooser = (texts: Texts, platform: NodeJS.Platform) => Start | Unfit

function inline(form: keyof typeof inlineForms, command: string): Start {
  return { kind: 'inline', form, command }
}

function systemKey(platform: NodeJS.Platform): 'windows' | 'osx' | 'linux' {
  if (platform === 'win32') return 'windows'
  return platform === 'darwin' ? 'osx' : 'linux'
}

/** The key of the system, then that of its shell, then the one for all. */
const cli: Chooser = (texts, platform) => {
  const isWindows = platform === 'win32'
  const own =
    texts[systemKey(platform)] || (isWindows ? texts['powershell'] : texts['bash']) || texts['command']
  if (own) return inline(isWindows ? 'pwsh-bare' : 'bash-bare', own)
  // On Linux the host then looks for pwsh; what it does on Windows is not known.
  if (!isWindows && texts['powershell']) return inline('pwsh-bare', texts['powershell'])
  if (isWindows && texts['bash']) return { unfit: 'the entry has a bash command only', fails: false }
  return {
    unfit: `the entry has a command for another system only (neither bash nor powershell)`,
    fails: true,
  }
}

/** One of the two is picked, and there is no falling back. */
const guide: Chooser = (texts, platform) => {
  const isWindows = platform === 'win32'
  const own = (isWindows ? texts['powershell'] : texts['bash']) || texts['command']
  if (own) return inline(isWindows ? 'pwsh-bare' : 'bash-bare', own)
  return { unfit: `the entry has no command for ${isWindows ? 'PowerShell' : 'bash'}`, fails: false }
}

const vscode: Chooser = (texts, platform) => {
  const key = systemKey(platform)
  const own = texts[key] || (key === 'windows' ? texts['powershell'] : texts['bash']) || texts['command']
  return own ? inline('default-shell', own) : { unfit: `the entry has no command for "${key}"`, fails: false }
}

/** A Linux sandbox, wherever we are. */
const cloud: Chooser = (texts) => {
  const own = texts['linux'] || texts['bash'] || texts['command']
  return own ? inline('bash-bare', own) : { unfit: 'the cloud agent runs bash only', fails: false }
}

const CHOOSERS: Readonly<Record<Surface, Chooser>> = { cli, guide, vscode, cloud }

/** Returns the directory that the source of the hook decides: docs/hosts/copilot.md#working-directory. */
function workingDirectory({ cwd }: JsonObject, { file, places, surface }: EntrySpot): string | undefined {
  const { scope, owner } = file
  const join = joiner(places)
  const isUsers = scope === 'user' || scope === 'managed'
  const base = owner?.root ?? (isUsers && surface !== 'vscode' ? undefined : places.projectDir)
  if (typeof cwd !== 'string' || cwd === '' || cwd === '.') return base === places.projectDir ? '.' : base
  if (surface === 'vscode' && /^~(?:[\\/]|$)/.test(cwd)) return `${places.home}${cwd.slice(1)}`
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(cwd)) return cwd
  return base === places.projectDir ? cwd : join(base ?? places.startDir, cwd)
}
