import * as path from 'node:path'
import type { Hook, Start } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import type { InlineForm } from '../shells/inline.ts'
import { SCRIPT_SHELLS } from '../shells/script.ts'
import { inspectInline } from './inspect-inline.ts'

export type Surroundings = {
  readonly places: Places
  readonly files: Files
  readonly mayRun: (file: string) => boolean
  /** How the host of a hook starts a command string. */
  readonly formOf: (hook: Hook, form: string) => InlineForm | undefined
  /** Where a program is found on PATH. */
  readonly onPath: (program: string) => string | undefined
}

/** Problems that no reader of one file can see: programs that are not there, guards that die too early. */
export function inspectHook(hook: Hook, surroundings: Omit<Surroundings, 'onPath'>): readonly Issue[] {
  const around = { ...surroundings, onPath: (program: string) => findOnPath(program, surroundings) }
  const checks = [missingProgram, lockedProgram, missingShell, fragileGuard]
  const inline = hook.disabled === undefined ? inspectInline(hook, around) : []
  return [...checks.flatMap((check) => check(hook, around) ?? []), ...inline]
}

type Check = (hook: Hook, around: Surroundings) => Issue | undefined

const missingProgram: Check = (hook, around) => {
  const start = startOf(hook)
  const program = start?.kind === 'argv' ? start.words[0] : undefined
  if (program === undefined || hook.handler.type !== 'command') return undefined
  const base = path.resolve(around.places.projectDir, hook.handler.cwd ?? '.')
  const found = program.includes('/')
    ? around.files.kind(path.resolve(base, program))
    : around.onPath(program)
  if (found !== undefined) return undefined
  return issue(
    'program.missing',
    placeOf(hook),
    `Program "${program}" of hook ${hook.id} was not found.`,
    program.includes('/') ? 'Create it, or correct the path.' : 'Install it, or name it by its path.',
  )
}

const lockedProgram: Check = (hook, { places, files, mayRun }) => {
  const start = startOf(hook)
  const program = start?.kind === 'argv' ? start.words[0] : undefined
  if (program === undefined || !program.includes('/') || hook.handler.type !== 'command') return undefined
  const file = path.resolve(places.projectDir, hook.handler.cwd ?? '.', program)
  if (files.kind(file) !== 'file' || mayRun(file)) return undefined
  const message = `Program "${program}" of hook ${hook.id} is not executable.`
  return issue('program.locked', placeOf(hook), message, `Run: chmod +x ${program}`)
}

const missingShell: Check = (hook, around) => {
  const start = startOf(hook)
  if (start?.kind !== 'script') return undefined
  const { program, install } = SCRIPT_SHELLS[start.shell]
  if (around.onPath(program) !== undefined) return undefined
  return issue(
    'shell.missing',
    placeOf(hook),
    `Shell "${program}" of hook ${hook.id} was not found on PATH.`,
    install,
  )
}

/** Adapters stop at the first failing command, which a guard that ends with `exit 2` may not expect. */
const fragileGuard: Check = (hook) => {
  const start = startOf(hook)
  const failFast = start?.kind === 'script' && (start.shell === 'sh' || start.shell === 'bash')
  if (!failFast || hook.onFailure !== 'ignore' || !/\bexit 2\b/.test(start.source)) return undefined
  return warning(
    'guard.fragile',
    placeOf(hook),
    `Hook ${hook.id} denies with \`exit 2\`, but \`shell: ${start.shell}\` ends at the first failing command before it, and its failures are ignored.`,
    'Add `onFailure: deny` (or `ask`), or end commands that may fail with `|| true`.',
  )
}

function startOf({ handler }: Hook): Start | undefined {
  return handler.type === 'command' ? handler.start : undefined
}

export function findOnPath(
  program: string,
  { places, files }: Pick<Surroundings, 'places' | 'files'>,
): string | undefined {
  const folders = (places.env('PATH') ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const endings = places.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : ['']
  const candidates = folders.flatMap((folder) => endings.map((ending) => path.join(folder, program + ending)))
  return candidates.find((candidate) => files.kind(candidate) === 'file')
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
