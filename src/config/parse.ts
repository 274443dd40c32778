import { Buffer } from 'node:buffer'
import { issue, notice, type Issue } from '../core/issue.ts'
import { parseJson } from './parse-json.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { parseToml } from './parse-toml.ts'
import { parseYaml } from './parse-yaml.ts'
import { positionAt } from './position.ts'
import { Malformed, valueOf, type Tree } from './tree.ts'

export type ParseBounds = { readonly maxBytes: number; readonly maxDepth: number }

const BOUNDS: ParseBounds = { maxBytes: 4 * 1_048_576, maxDepth: 64 }

/** `value` is undefined exactly when an issue is an error: a file is loaded whole or not at all. */
export type ParsedConfig = { readonly value: unknown; readonly issues: readonly Issue[] }

/** Never throws, whatever the text. The format follows from the file's ending. */
export function parseConfig(text: string, file: string, bounds: ParseBounds = BOUNDS): ParsedConfig {
  try {
    if (Buffer.byteLength(text) > bounds.maxBytes) return refused(tooLarge(file, bounds.maxBytes))
    const tree = parseTree(text, file, bounds.maxDepth)
    if (tree === undefined) return { value: {}, issues: [empty(file)] }
    const value = valueOf(tree, bounds.maxDepth)
    return tree.kind === 'map' ? { value, issues: [] } : refused(notMapping(file))
  } catch (error) {
    return refused(syntaxIssue(error, text, file))
  }
}

/** Undefined for a file without content. Throws `Malformed`. */
export function parseTree(text: string, file: string, maxDepth: number): Tree | undefined {
  const body = withoutMark(text)
  const nul = body.indexOf('\0')
  if (nul >= 0) throw new Malformed('The file holds a NUL byte.', { code: 'config.nul', offset: nul })
  return formatOf(file).parse(body, maxDepth)
}

/** Positions are those of the text without its byte order mark, which no editor shows. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

type Format = { parse(text: string, maxDepth: number): Tree | undefined; readonly start: string }

const YAML: Format = { parse: parseYaml, start: 'hooks: {}' }

const JSON_FORMAT: Format = { parse: parseJson, start: '{ "hooks": {} }' }

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['yaml', YAML],
  ['yml', YAML],
  ['json', JSON_FORMAT],
  ['toml', { parse: parseToml, start: '[hooks]' }],
  ['md', { parse: parseMarkdown, start: 'a frontmatter with hooks: {}' }],
])

function formatOf(file: string): Format {
  // A value that was handed over in the place of a file.
  if (file.startsWith('<')) return JSON_FORMAT
  const ending = /\.([A-Za-z0-9]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const format = FORMATS.get(ending)
  if (format !== undefined) return format
  const endings = [...FORMATS.keys()].map((each) => `.${each}`).join(', ')
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

function empty(file: string): Issue {
  const hint = `Write ${formatOf(file).start} and put the hooks there.`
  return notice('config.empty', { file }, `"${file}" is empty and defines no hooks.`, hint)
}

function notMapping(file: string): Issue {
  const hint = `Start with ${formatOf(file).start}.`
  return issue(
    'config.not-a-mapping',
    { file, line: 1, column: 1 },
    `"${file}" is not a mapping of keys to values.`,
    hint,
  )
}

function syntaxIssue(error: unknown, text: string, file: string): Issue {
  if (!(error instanceof Malformed)) {
    // A parser that gives up on strange input, by running out of stack or by a fault of its own.
    const kind = error instanceof Error ? error.name : typeof error
    return issue('config.syntax', { file }, `"${file}" cannot be parsed: the parser failed with ${kind}.`)
  }
  const place = { file, ...positionAt(withoutMark(text), error.offset) }
  return issue(error.code, place, error.message, error.hint)
}
