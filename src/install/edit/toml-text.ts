import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import type { KeyPath } from './edit.ts'
import { quoted } from './yaml-text.ts'

/** Writes a value below a key: tables under headers, or undefined where it is one line of the table around it. */
export function tomlTables(path: KeyPath, value: ConfigValue): readonly (readonly string[])[] | undefined {
  if (typeof value !== 'object') return undefined
  if (isTableList(value)) return value.map((item) => tableLines(`[[${tomlPath(path)}]]`, item))
  if (Array.isArray(value)) return undefined
  const parts = Object.entries(value).map(([name, part]) => tomlTables([...path, name], part))
  const inner = parts.flatMap((part) => part ?? [])
  // A table that holds only tables needs no header.
  if (parts.length > 0 && parts.every((part) => part !== undefined)) return inner
  return [tableLines(`[${tomlPath(path)}]`, value as ConfigMap)]
}

type ConfigMap = Readonly<Record<string, ConfigValue>>

function isTableList(value: ConfigValue): value is readonly ConfigMap[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && !Array.isArray(item))
  )
}

/** Writes the lines of a table. */
export function tableLines(header: string, value: ConfigMap): readonly string[] {
  return [header, ...Object.entries(value).map(([name, part]) => pairLine(name, part))]
}

export function pairLine(name: string, value: ConfigValue): string {
  return `${tomlKey(name)} = ${tomlLine(value)}`
}

export function tomlPath(path: KeyPath): string {
  return path.map(tomlKey).join('.')
}

/** Writes a value on one line. */
export function tomlLine(value: ConfigValue): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => tomlLine(item as ConfigValue)).join(', ')}]`
  const pairs = Object.entries(value).map(([name, part]) => pairLine(name, part))
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : quoted(name)
}
