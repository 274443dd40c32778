import { SHELLS, type ShellName } from '../core/hook.ts'
import { misfit } from '../core/misfit.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'

/** A program and its arguments, ready to be started. */
export type Command = {
  readonly file: string
  readonly args: readonly string[]
  /** Windows only: the arguments are already quoted for the program that reads them. */
  readonly verbatim?: boolean
}

/** Only the five names: a command string would bring back a second layer of quoting. */
export function parseShell(value: unknown, place: Place): ShellName | Issue {
  const name = SHELLS.find((shell) => shell === value)
  if (name !== undefined) return name
  return issue('shell.unknown', place, `${show(value)} is not one of ${SHELLS.join(', ')}.`, hintFor(value))
}

/** Only a shell, by its name or path and with short flags, is quoted: other text may be a secret. */
function show(value: unknown): string {
  if (typeof value !== 'string' || value === '') return `The shell (${misfit(value, '', 'a mapping')})`
  const isShell = nearest(value) !== undefined || OTHER_SHELLS.has(programOf(value))
  return isShell && WITH_FLAGS.test(value) ? `Shell "${value}"` : 'The text of "shell"'
}

const OTHER_SHELLS: ReadonlySet<string> = new Set(
  'zsh fish dash ksh csh tcsh ash nu node python python3 perl ruby'.split(' '),
)
const WITH_FLAGS = /^\S+(?: -[A-Za-z]{1,3}){0,3}$/

function hintFor(value: unknown): string {
  if (Array.isArray(value)) return 'Write one name; a list of shells is not accepted.'
  if (typeof value === 'object' && value !== null) return 'Write one name; a mapping is not accepted.'
  const near = typeof value === 'string' ? nearest(value) : undefined
  if (near !== undefined) return `Write \`shell: ${near}\`; its flags are fixed, see docs/shells.md.`
  return 'Write the command as `NAME -c …` without `shell` to use another one.'
}

function nearest(value: string): ShellName | undefined {
  return SHELLS.find((shell) => shell === programOf(value))
}

function programOf(value: string): string {
  const [program = ''] = value.trim().split(/\s/, 1)
  return program
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase()
}
