import type { ConfigValue } from '../../dialects/bridge-spec.ts'

/** Writes the lines of an item of a list in block style. */
export function itemLines(value: ConfigValue, indent: string, unit: string): readonly string[] {
  const [first = '', ...rest] = valueLines(value, `${indent}  `, unit)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

/** Writes the lines of a key and its value in block style. */
export function entryLines(name: string, value: ConfigValue, style: Style): readonly string[] {
  const { indent, unit } = style
  if (isScalar(value) || isEmpty(value)) return [`${indent}${yamlKey(name)}: ${yamlLine(value)}`]
  return [`${indent}${yamlKey(name)}:`, ...valueLines(value, `${indent}${unit}`, unit)]
}

export type Style = { readonly indent: string; readonly unit: string }

/** Writes the lines of a value in block style; all but a list or an object stand on one line. */
export function valueLines(value: ConfigValue, indent: string, unit: string): readonly string[] {
  if (isScalar(value) || isEmpty(value)) return [`${indent}${yamlLine(value)}`]
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item as ConfigValue, indent, unit))
  return Object.entries(value).flatMap(([name, part]) => entryLines(name, part, { indent, unit }))
}

/** Writes a value on one line, as YAML 1.1 and 1.2 read it alike. */
export function yamlLine(value: ConfigValue): string {
  if (isScalar(value)) return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => yamlLine(item as ConfigValue)).join(', ')}]`
  const parts = Object.entries(value).map(([name, part]) => `${quoted(name)}: ${yamlLine(part)}`)
  return `{${parts.join(', ')}}`
}

export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Plain where no reader can take it for something else than text. */
function yamlKey(name: string): string {
  return /^[A-Za-z][\w-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : quoted(name)
}

function isScalar(value: ConfigValue): value is string | number | boolean {
  return typeof value !== 'object'
}

function isEmpty(value: ConfigValue): boolean {
  return Object.keys(value).length === 0
}
