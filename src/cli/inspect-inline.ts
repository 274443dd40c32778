import * as path from 'node:path'
import type { Hook, Start } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import { readText } from '../ports/files.ts'
import type { InlineForm } from '../shells/inline.ts'
import type { InspectContext } from './inspect-context.ts'

type Inline = Extract<Start, { kind: 'inline' }>

/** Programs that run the file named after them, which then needs no permission of its own. */
const INTERPRETERS = /^(?:ba|z|da|k)?sh$|^(?:node|deno|bun|python3?|ruby|perl|pwsh|powershell)(?:\.exe)?$/

/** What a command of a host's file names, as far as it can be read without being a shell. */
export function inspectInline(hook: Hook, around: InspectContext): readonly Issue[] {
  if (hook.handler.type !== 'command' || hook.handler.start.kind !== 'inline') return []
  const { start } = hook.handler
  const form = around.formOf(hook, start.form)
  if (form === undefined) return []
  const shell = missingShell(form, start, { hook, around })
  const named = scriptOf(start.command)
  if (named === undefined) return shell
  const file = path.resolve(baseOf(hook, around), named.file)
  const kind = around.files.kind(file)
  if (kind === undefined) return [...shell, missing(named.file, hook)]
  const mustRun = named.mustRun && !isOwn(file, form)
  const isLocked = kind === 'file' && mustRun && around.places.platform !== 'win32' && !around.mayRun(file)
  const found = [
    isLocked ? locked(named.file, hook) : undefined,
    unusedTwin(file, hook, around),
    isOwn(file, form) ? lostCode(file, { start, hook, around }) : undefined,
  ]
  return [...shell, ...found.filter((each) => each !== undefined)]
}

/** Where a command of a host's file runs. */
export function baseOf({ handler }: Hook, { places }: Pick<InspectContext, 'places'>): string {
  const cwd = handler.type === 'command' ? handler.cwd : undefined
  return cwd === undefined ? places.startDir : path.resolve(places.projectDir, cwd)
}

function isOwn(file: string, { ownScripts }: InlineForm): boolean {
  return path.extname(file).toLowerCase() === ownScripts
}

/** A shell that reads the script itself does not end with its code: `-Command` of PowerShell makes 1 of it. */
function lostCode(
  file: string,
  { start, hook, around }: { readonly start: Inline; readonly hook: Hook; readonly around: InspectContext },
): Issue | undefined {
  if (/\$LASTEXITCODE\b/i.test(start.command)) return undefined
  const text = readText(around.files, file, limits.configBytes)
  if (typeof text !== 'string' || !/^[^#\n]*\bexit\s+2\b/im.test(text)) return undefined
  const problem = `"${path.basename(file)}" of hook ${hook.id} says "exit 2", but PowerShell then ends with 1, which need not block.`
  const hint = `Write: ${start.command.trim()}; exit $LASTEXITCODE`
  return warning('script.exit-code', placeOf(hook), problem, hint)
}

const TWINS: Readonly<Record<string, string>> = { '.sh': '.ps1', '.ps1': '.sh' }

/** A package that brings a script for the other system and names it nowhere is off there. */
function unusedTwin(file: string, hook: Hook, { files }: InspectContext): Issue | undefined {
  const ending = TWINS[path.extname(file)]
  if (ending === undefined) return undefined
  const twin = `${file.slice(0, -path.extname(file).length)}${ending}`
  if (files.kind(twin) !== 'file') return undefined
  const text = readText(files, hook.source.file, limits.configBytes)
  if (typeof text !== 'string' || text.includes(path.basename(twin))) return undefined
  const problem = `"${path.basename(twin)}" lies beside the script of hook ${hook.id}, and no hook of the file runs it.`
  return warning('script.twin', placeOf(hook), problem, 'Name it for the other system, or remove it.')
}

type Script = { readonly file: string; readonly mustRun: boolean }

/** The file a command starts with, or hands to an interpreter. Anything a shell would fill in is left to it. */
export function scriptOf(command: string): Script | undefined {
  const words = (command.trim().split('\n', 1)[0] ?? '').match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const plain = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
  const first = plain.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && word !== '&')
  const program = plain[first]
  if (program === undefined) return undefined
  if (isPath(program)) return { file: program, mustRun: true }
  if (!INTERPRETERS.test(program)) return undefined
  const file = plain.slice(first + 1).find((word) => !word.startsWith('-'))
  const isInline = plain.slice(first + 1).some((word) => /^-(?:c|e|m|Command)$/i.test(word))
  return file !== undefined && !isInline && isPath(file) ? { file, mustRun: false } : undefined
}

function isPath(word: string): boolean {
  return /^[\w.~@+\\/:-]+$/.test(word) && /[\\/]/.test(word) && !word.startsWith('~') && !word.includes('://')
}

function missingShell(
  { commands, install }: InlineForm,
  { command }: Inline,
  { hook, around }: { readonly hook: Hook; readonly around: InspectContext },
): readonly Issue[] {
  const { places, files } = around
  const programs = commands({ command }, { platform: places.platform, variable: places.env }).map(
    ({ file }) => file,
  )
  const isThere = (program: string): boolean =>
    path.isAbsolute(program) ? files.kind(program) !== undefined : around.onPath(program) !== undefined
  if (programs.some(isThere)) return []
  const names = programs.map((program) => `"${program}"`).join(', then ')
  return [
    issue('shell.missing', placeOf(hook), `The shell of hook ${hook.id} was not found: ${names}.`, install),
  ]
}

function missing(file: string, hook: Hook): Issue {
  const problem = `Script "${file}" of hook ${hook.id} was not found.`
  return issue('script.missing', placeOf(hook), problem, 'Create it, or correct the path.')
}

function locked(file: string, hook: Hook): Issue {
  const problem = `Script "${file}" of hook ${hook.id} is not executable.`
  return issue('script.locked', placeOf(hook), problem, `Run: chmod +x ${file}`)
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
