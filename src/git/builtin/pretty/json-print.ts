import type { JsonValue } from './json-value.ts'

export type PrintOptions = {
  readonly indent: string
  readonly ensureAscii: boolean
  readonly sortKeys: boolean
  /** Come first, in this order. */
  readonly topKeys: readonly string[]
}

/** The value with one item per line, and a line feed at its end. */
export function printJson(value: JsonValue, options: PrintOptions): string {
  return `${print(value, options, '\n')}\n`
}

/** `line` is the line feed and the indent of the value itself. */
function print(value: JsonValue, options: PrintOptions, line: string): string {
  const deeper = line + options.indent
  switch (value.kind) {
    case 'literal':
      return value.text
    case 'string':
      return printString(value.value, options)
    case 'list':
      return `[${joined(
        value.items.map((item) => print(item, options, deeper)),
        { line, deeper },
      )}]`
    case 'object':
      return `{${joined(
        inOrder(value.entries, options).map(
          ([key, item]) => `${printString(key, options)}: ${print(item, options, deeper)}`,
        ),
        { line, deeper },
      )}}`
  }
}

type Lines = { readonly line: string; readonly deeper: string }

function joined(items: readonly string[], { line, deeper }: Lines): string {
  return items.length === 0 ? '' : `${deeper}${items.join(`,${deeper}`)}${line}`
}

type Entry = readonly [key: string, value: JsonValue]

function inOrder(
  entries: ReadonlyMap<string, JsonValue>,
  { sortKeys, topKeys }: PrintOptions,
): readonly Entry[] {
  const all: readonly Entry[] = sortKeys ? [...entries].sort(([a], [b]) => compareKeys(a, b)) : [...entries]
  if (topKeys.length === 0) return all
  const rank = ([key]: Entry): number => (topKeys.includes(key) ? topKeys.indexOf(key) : topKeys.length)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

/** By code point, as bytes of UTF-8 compare. */
function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a[at] === b[at]) at += 1
  if (at === length) return a.length - b.length
  return beyondPairs(a.charCodeAt(at)) - beyondPairs(b.charCodeAt(at))
}

/** Halves of pairs stand for code points past all others. */
function beyondPairs(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function printString(text: string, { ensureAscii }: PrintOptions): string {
  const quoted = JSON.stringify(text)
  return ensureAscii ? quoted.replace(/[\u0080-\uffff]/g, escaped) : quoted
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
