import type { Hook } from '../core/hook.ts'
import { parseConfig } from '../config/parse.ts'
import { limits } from '../engine/limits.ts'
import { readText, type Files } from '../ports/files.ts'

/** A command of an entry, and the key that it stands under. */
export type EntryCommand = { readonly key: string; readonly command: string }

/** Keys under which an entry says the same for another shell or system. */
const COMMANDS = ['bash', 'powershell', 'command', 'windows', 'linux', 'osx'] as const

/**
 * Returns a reader of all commands that the entry of a hook has. A hook has only the one of this system, so the files
 * are read again, each once.
 */
export function createEntryReader(files: Files): (hook: Hook) => readonly EntryCommand[] {
  const fileValue = rememberValues(files)
  return ({ source }) => commandsOf(childAt(fileValue(source.file), source.pointer))
}

function commandsOf(entry: unknown): readonly EntryCommand[] {
  if (typeof entry !== 'object' || entry === null) return []
  const texts = entry as Readonly<Record<string, unknown>>
  return COMMANDS.flatMap((key) => {
    const command = Object.hasOwn(texts, key) ? texts[key] : undefined
    return typeof command === 'string' ? [{ key, command }] : []
  })
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
