import * as path from 'node:path'
import type { Hook, Start } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import { windowsFolders } from '../core/search-path.ts'
import { BATCH, isWindowsPath } from '../process/locate.ts'
import { SCRIPT_SHELLS } from '../shells/script.ts'
import type { InspectContext } from './inspect-context.ts'
import { inspectInline } from './inspect-inline.ts'
import { inspectModule } from './inspect-modules.ts'

/** Problems that no reader of one file can see: programs that are not there, guards that die too early. */
export function inspectHook(
  hook: Hook,
  context: Omit<InspectContext, 'onPath'> & Partial<InspectContext>,
): readonly Issue[] {
  const around = { onPath: (program: string) => findOnPath(program, context), ...context }
  const checks = [missingProgram, lockedProgram, batchProgram, missingShell, fragileGuard]
  const inline = hook.disabled === undefined ? inspectInline(hook, around) : []
  const modules = inspectModule(hook, around)
  return [...checks.flatMap((check) => check(hook, around) ?? []), ...inline, ...modules]
}

type Check = (hook: Hook, around: InspectContext) => Issue | undefined

const missingProgram: Check = (hook, around) => {
  const start = startOf(hook)
  const program = start?.kind === 'argv' ? start.words[0] : undefined
  if (program === undefined || hook.handler.type !== 'command') return undefined
  const base = path.resolve(around.places.projectDir, hook.handler.cwd ?? '.')
  const named = isPath(program, around)
  const found = named
    ? endingsOf(program, around).find((each) => around.files.kind(path.resolve(base, each)) !== undefined)
    : (around.onPath(program) ?? batchOnPath(program, around))
  if (found !== undefined) return undefined
  return issue(
    'program.missing',
    placeOf(hook),
    `Program "${program}" of hook ${hook.id} was not found.`,
    named ? 'Create it, or correct the path.' : 'Install it, or name it by its path.',
  )
}

/** Windows starts no batch file without `cmd`. */
const batchProgram: Check = (hook, around) => {
  const start = startOf(hook)
  const program = start?.kind === 'argv' ? start.words[0] : undefined
  if (program === undefined || around.places.platform !== 'win32') return undefined
  const file = isPath(program, around)
    ? program
    : around.onPath(program) === undefined
      ? batchOnPath(program, around)
      : undefined
  if (file === undefined || !BATCH.test(file)) return undefined
  const message = `Program "${program}" of hook ${hook.id} is the batch file "${file}", which only cmd can start.`
  const hint = 'Write `shell: cmd`, or name the program that the batch file starts.'
  return issue('program.batch', placeOf(hook), message, hint)
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
  { places, files }: Pick<InspectContext, 'places' | 'files'>,
): string | undefined {
  return searchPath(endingsOf(program, { places }), { places, files })
}

function batchOnPath(program: string, around: Around): string | undefined {
  if (around.places.platform !== 'win32') return undefined
  const names = BATCH.test(program) ? [program] : [`${program}.bat`, `${program}.cmd`]
  return searchPath(names, around)
}

type Around = Pick<InspectContext, 'places' | 'files'>

function searchPath(names: readonly string[], { places, files }: Around): string | undefined {
  const written = places.env('PATH') ?? ''
  const folders = places.platform === 'win32' ? windowsFolders(written) : written.split(path.delimiter)
  const candidates = folders
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
  return candidates.find((candidate) => files.kind(candidate) === 'file')
}

function endingsOf(program: string, { places }: Pick<InspectContext, 'places'>): readonly string[] {
  if (places.platform !== 'win32') return [program]
  const isWhole = isPath(program, { places }) || /\.(?:com|exe)$/i.test(program)
  return [...(isWhole ? [program] : []), `${program}.com`, `${program}.exe`]
}

function isPath(program: string, { places }: Pick<InspectContext, 'places'>): boolean {
  return program.includes('/') || (places.platform === 'win32' && isWindowsPath(program))
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
