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
  return issue(
    'shell.unknown',
    place,
    `"shell" must be one of ${SHELLS.join(', ')}, not ${show(value)}.`,
    hintFor(value),
  )
}

/** Only a path or name of one of ours is quoted: other text may be anything. */
function show(value: unknown): string {
  if (typeof value !== 'string' || value === '') return misfit(value, '', 'a mapping')
  return nearest(value) === undefined || /\s/.test(value) ? 'this string' : `"${value}"`
}

function hintFor(value: unknown): string {
  if (Array.isArray(value)) return 'Write one name; a list of shells is not accepted.'
  if (typeof value === 'object' && value !== null) return 'Write one name; a mapping is not accepted.'
  const near = typeof value === 'string' ? nearest(value) : undefined
  if (near !== undefined) return `Write \`shell: ${near}\`; its flags are fixed, see docs/shells.md.`
  return 'Write the command as `NAME -c …` without `shell` to use another one.'
}

function nearest(value: string): ShellName | undefined {
  const program = value
    .trim()
    .split(/\s/, 1)[0]
    ?.replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
  return SHELLS.find((shell) => shell === program?.toLowerCase())
}
