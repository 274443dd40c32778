import { Buffer } from 'node:buffer'
import { issue, notice, type Issue } from '../core/issue.ts'
import type { FileFormat } from '../dialects/dialect.ts'
import { parseJson, parseJsonWithComments } from './parse-json.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { parseToml } from './parse-toml.ts'
import { parseYaml } from './parse-yaml.ts'
import { positionAt } from './position.ts'
import { Malformed, valueOf, type Tree } from './tree.ts'

export type ParseBounds = { readonly maxBytes: number; readonly maxDepth: number }

const BOUNDS: ParseBounds = { maxBytes: 4 * 1_048_576, maxDepth: 64 }

/** `value` is undefined exactly when an issue is an error: a file is loaded whole or not at all. */
export type ParsedConfig = { readonly value: unknown; readonly issues: readonly Issue[] }

type ParseOptions = ParseBounds & {
  /** Absent: the file's ending says it. */
  readonly format?: FileFormat | undefined
  /** Who reads the file takes it as YAML too, so that a hint may say so. */
  readonly mayBeYaml?: boolean
}

/** Never throws, whatever the text. */
export function parseConfig(
  text: string,
  file: string,
  { format, mayBeYaml = false, ...bounds }: ParseOptions = BOUNDS,
): ParsedConfig {
  try {
    if (Buffer.byteLength(text) > bounds.maxBytes) return refused(tooLarge(file, bounds.maxBytes))
    const tree = parseTree(text, file, bounds.maxDepth, format)
    if (tree === undefined) return { value: {}, issues: [empty(file, format)] }
    const value = valueOf(tree, bounds.maxDepth)
    return tree.kind === 'map' ? { value, issues: [] } : refused(notMapping(file, format))
  } catch (error) {
    return refused(syntaxIssue(error, text, { file, mayBeYaml }))
  }
}

/** Undefined for a file without content. Throws `Malformed`. */
export function parseTree(
  text: string,
  file: string,
  maxDepth: number,
  format?: FileFormat,
): Tree | undefined {
  const body = withoutMark(text)
  const nul = body.indexOf('\0')
  if (nul >= 0) throw new Malformed('The file holds a NUL byte.', { code: 'config.nul', offset: nul })
  return formatOf(file, format).parse(body, maxDepth)
}

/** Positions are those of the text without its byte order mark, which no editor shows. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

type Format = { parse(text: string, maxDepth: number): Tree | undefined; readonly start: string }

const FORMATS: Readonly<Record<FileFormat, Format>> = {
  yaml: { parse: parseYaml, start: 'hooks: {}' },
  json: { parse: parseJson, start: '{ "hooks": {} }' },
  jsonc: { parse: parseJsonWithComments, start: '{ "hooks": {} }' },
  toml: { parse: parseToml, start: '[hooks]' },
  markdown: { parse: parseMarkdown, start: 'a frontmatter with hooks: {}' },
  program: { parse: () => ({ kind: 'map', entries: new Map(), start: 0, end: 0 }), start: '' },
}

const ENDINGS: ReadonlyMap<string, FileFormat> = new Map([
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['json', 'json'],
  ['toml', 'toml'],
  ['md', 'markdown'],
])

function formatOf(file: string, said: FileFormat | undefined): Format {
  // A value that was handed over in the place of a file.
  if (file.startsWith('<')) return FORMATS.json
  const ending = /\.([A-Za-z0-9]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const format = said ?? ENDINGS.get(ending)
  if (format !== undefined) return FORMATS[format]
  const endings = [...ENDINGS.keys()].map((each) => `.${each}`).join(', ')
  throw new Malformed(`The ending ".${ending}" says no format; accepted are ${endings}.`, {
    code: 'config.format',
    offset: 0,
  })
}

function refused(problem: Issue): ParsedConfig {
  return { value: undefined, issues: [problem] }
}

function tooLarge(file: string, maxBytes: number): Issue {
  const hint = 'Move long scripts into files of their own and name them in "command".'
  return issue('config.too-large', { file }, `"${file}" has more than ${maxBytes} bytes.`, hint)
}

function empty(file: string, format: FileFormat | undefined): Issue {
  const hint = `Write ${formatOf(file, format).start} and put the hooks there.`
  return notice('config.empty', { file }, `"${file}" is empty and defines no hooks.`, hint)
}

function notMapping(file: string, format: FileFormat | undefined): Issue {
  const hint = `Start with ${formatOf(file, format).start}.`
  return issue(
    'config.not-a-mapping',
    { file, line: 1, column: 1 },
    `"${file}" is not a mapping of keys to values.`,
    hint,
  )
}

type Source = { readonly file: string; readonly mayBeYaml: boolean }

function syntaxIssue(error: unknown, text: string, { file, mayBeYaml }: Source): Issue {
  if (!(error instanceof Malformed)) {
    // A parser that gives up on strange input, by running out of stack or by a fault of its own.
    const kind = error instanceof Error ? error.name : typeof error
    return issue('config.syntax', { file }, `"${file}" cannot be parsed: the parser failed with ${kind}.`)
  }
  const place = { file, ...positionAt(withoutMark(text), error.offset) }
  return issue(error.code, place, error.message, mayBeYaml ? error.yamlHint : error.hint)
}
