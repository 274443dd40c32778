import type { Hook } from '../core/hook.ts'
import { formatAmong } from '../config/discover.ts'
import { parseConfig } from '../config/parse.ts'
import type { Dialect, FileFormat, Places } from '../dialects/dialect.ts'
import { limits } from '../engine/limits.ts'
import { readText, type Files } from '../ports/files.ts'

/** A command of an entry, and the key that it stands under. */
export type EntryCommand = { readonly key: string; readonly command: string }

type Around = {
  readonly files: Files
  readonly places: Places
  readonly dialects: ReadonlyMap<string, Dialect>
}

const ONE_COMMAND = ['command'] as const

/**
 * Returns a reader of all commands that the entry of a hook has. A hook has only the one of this system, so the files
 * are read again, each once.
 */
export function createEntryReader({
  files,
  places,
  dialects,
}: Around): (hook: Hook) => readonly EntryCommand[] {
  const fileValue = rememberValues(files)
  return ({ dialect: name, source }) => {
    const dialect = dialects.get(name)
    const format = formatAmong(dialect?.files(places) ?? [], source.file)
    const entry = childAt(fileValue(source.file, format), source.pointer)
    return commandsOf(entry, dialect?.commandKeys ?? ONE_COMMAND)
  }
}

function commandsOf(entry: unknown, keys: readonly string[]): readonly EntryCommand[] {
  if (typeof entry !== 'object' || entry === null) return []
  const texts = entry as Readonly<Record<string, unknown>>
  return keys.flatMap((key) => {
    const command = Object.hasOwn(texts, key) ? texts[key] : undefined
    return typeof command === 'string' ? [{ key, command }] : []
  })
}

type ReadValue = (file: string, format: FileFormat | undefined) => unknown

function rememberValues(files: Files): ReadValue {
  const values = new Map<string, unknown>()
  return (file, format) => {
    if (!values.has(file)) values.set(file, readValue(file, format, files))
    return values.get(file)
  }
}

function readValue(file: string, format: FileFormat | undefined, files: Files): unknown {
  const text = readText(files, file, limits.configBytes)
  const bounds = { maxBytes: limits.configBytes, maxDepth: limits.configDepth, format }
  return typeof text === 'string' ? parseConfig(text, file, bounds).value : undefined
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
