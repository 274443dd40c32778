import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import { parseConfig } from '../config/parse.ts'
import { limits } from '../engine/limits.ts'
import { readText, type Files } from '../ports/files.ts'
import { baseOf, scriptOf } from './inspect-inline.ts'
import type { InspectContext } from './inspect-context.ts'

type Around = Pick<InspectContext, 'places' | 'files'>

/** Keys under which an entry says the same for another shell or system. */
const COMMANDS = ['bash', 'powershell', 'command', 'windows', 'linux', 'osx'] as const

/** Scripts that entries name for another system. A hook only has the command of this one, so the files are read again. */
export function inspectPairs(hooks: readonly Hook[], around: Around): readonly Issue[] {
  const fileValue = rememberValues(around.files)
  return hooks.flatMap((hook) => {
    const { handler, source, disabled } = hook
    if (disabled !== undefined || handler.type !== 'command' || handler.start.kind !== 'inline') return []
    const entry = childAt(fileValue(source.file), source.pointer)
    return otherCommands(entry, handler.start.command).flatMap(
      ([key, command]) => missingScript({ key, command }, hook, around) ?? [],
    )
  })
}

function otherCommands(entry: unknown, chosen: string): readonly (readonly [string, string])[] {
  if (typeof entry !== 'object' || entry === null) return []
  const texts = entry as Readonly<Record<string, unknown>>
  return COMMANDS.flatMap((key) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined
    return typeof text === 'string' && text !== chosen ? [[key, text] as const] : []
  })
}

function missingScript(
  { key, command }: { readonly key: string; readonly command: string },
  hook: Hook,
  around: Around,
): Issue | undefined {
  const named = scriptOf(command)?.file
  // Where another system has its root or its drives cannot be seen from here.
  if (named === undefined || /^(?:[\\/]|[A-Za-z]:)/.test(named)) return undefined
  const file = path.resolve(baseOf(hook, around), named.replaceAll('\\', '/'))
  if (around.files.kind(file) !== undefined) return undefined
  const place = { file: hook.source.file, pointer: [...hook.source.pointer, key], hook: hook.id }
  const problem = `Script "${named}", which hook ${hook.id} names under "${key}", was not found.`
  return warning('script.missing', place, problem, 'Create it, or correct the path.')
}

function rememberValues(files: Files): (file: string) => unknown {
  const values = new Map<string, unknown>()
  return (file) => {
    if (!values.has(file)) values.set(file, readValue(file, files))
    return values.get(file)
  }
}

function readValue(file: string, files: Files): unknown {
  const text = readText(files, file, limits.configBytes)
  return typeof text === 'string' ? parseConfig(text, file).value : undefined
}

function childAt(value: unknown, pointer: readonly (string | number)[]): unknown {
  return pointer.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    value,
  )
}
