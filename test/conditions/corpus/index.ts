import { BUILTINS, NEW_NAMES, PROMPTS } from './builtins.ts'
import { DOCUMENTS, LEADING, NOISE, QUOTED } from './carriers.ts'
import { DAILY_WRAPPERS } from './daily-wrappers.ts'
import { INTERACTIVE } from './interactive.ts'
import { OPTIONS } from './options.ts'
import { PROGRAMS } from './programs.ts'
import { SCRIPTS, WORDS } from './spellings.ts'
import { SUBSCRIPTS } from './subscripts.ts'
import { TOOLS } from './tools.ts'
import { WRAPPERS } from './wrappers.ts'

/** One line that runs the marker, or would where its program is installed. */
export type Entry = {
  readonly line: string
  readonly group: string
  /** The program without which the line cannot run the marker. */
  readonly needs?: string
}

/** Spellings that are put behind every wrapper and into every carrier. */
const FEW_WORDS = [
  'qmark --flag x',
  "q'm'ark --flag x",
  'q${e}mark --flag x',
  'bin/q* --flag x',
  '$(echo qmark) --flag x',
]
const FEW_SCRIPTS = ['qmark --flag x', "q'm'ark --flag x", 'X=qmark; $X --flag x', ': $(qmark --flag x)']
const FEW_PLACES = ['{c}', ': ; {c}', ': "$({c}\n)"']

export function corpus(): readonly Entry[] {
  const entries = [
    ...spelled(),
    ...product('place', NOISE, FEW_SCRIPTS),
    ...product('leading', LEADING, FEW_WORDS.slice(1, 4)),
    ...product('quoted', QUOTED, FEW_SCRIPTS),
    ...product('document', DOCUMENTS, FEW_SCRIPTS),
    ...nested(),
    ...plain('subscript', SUBSCRIPTS),
    ...plain('prompt', PROMPTS),
    ...plain('new name', NEW_NAMES),
    ...plain('builtin', BUILTINS),
    ...byProgram('wrapper', DAILY_WRAPPERS, FEW_WORDS),
    ...byProgram('wrapper', WRAPPERS, FEW_WORDS),
    ...byProgram('interpreter', PROGRAMS, FEW_WORDS),
    ...byProgram('tool', INTERACTIVE, FEW_WORDS),
    ...byProgram('tool', TOOLS, FEW_WORDS),
    ...byProgram('tool', OPTIONS, FEW_WORDS),
  ]
  return [...new Map(entries.map((entry) => [entry.line, entry])).values()]
}

export function fill(template: string, script: string): string {
  return template
    .replaceAll('{w}', () => script)
    .replaceAll('{c}', () => script)
    .replaceAll('{q}', () => singleQuoted(script))
    .replaceAll('{d}', () => doubleQuoted(script))
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/[$`"\\]/g, '\\$&')}"`
}

function spelled(): readonly Entry[] {
  return [
    ...product('words', FEW_PLACES, WORDS),
    ...product('script', FEW_PLACES, SCRIPTS),
    ...product(
      'words',
      ['eval {q}', 'env {w}'],
      WORDS.filter((words) => !/[;|]/.test(words)),
    ),
    ...product('script', ['bash +c {q}'], SCRIPTS),
  ]
}

function nested(): readonly Entry[] {
  const outer = [
    'eval {q}',
    'bash -c {q}',
    ': "$({c}\n)"',
    "bash <<'E'\n{c}\nE",
    'env bash +c {q}',
    'trap -- {q} EXIT',
  ]
  const inner = outer.flatMap((a) => outer.map((b) => fill(a, fill(b, 'qmark --flag x'))))
  // Bash does not run a trap on EXIT that a trap on EXIT has set.
  return product(
    'nested',
    outer.slice(0, 2),
    inner.filter((script) => !/trap.*trap/s.test(script)),
  )
}

function plain(group: string, lines: readonly string[]): readonly Entry[] {
  return lines.map((line) => ({ line, group }))
}

function product(group: string, templates: readonly string[], scripts: readonly string[]): readonly Entry[] {
  return templates.flatMap((template) => scripts.map((script) => ({ line: fill(template, script), group })))
}

function byProgram(
  group: string,
  table: Readonly<Record<string, readonly string[]>>,
  words: readonly string[],
): readonly Entry[] {
  return Object.entries(table).flatMap(([needs, templates]) =>
    templates.flatMap((template, at) =>
      (template.includes('{w}') ? words.slice(0, at === 0 ? undefined : 1) : ['']).map((script) => ({
        line: fill(template, script),
        group,
        needs,
      })),
    ),
  )
}
