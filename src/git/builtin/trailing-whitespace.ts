import { Buffer } from 'node:buffer'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { CR, LF, SPACE, isSpace, nextLine } from './bytes.ts'
import { eachFile, type Visit } from './each-file.ts'
import { fixBig } from './fix-big.ts'
import { parseOptions, type Options, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const TABLE: OptionTable = {
  flags: [
    { long: 'markdown-linebreak-ext', value: 'many' },
    { long: 'chars', value: 'one' },
  ],
  rest: 'names',
}
const LINE_BREAK = Buffer.from('  ')

export const trailingWhitespace: BuiltinHook = {
  id: 'trailing-whitespace',
  name: 'trim trailing whitespace',
  description: 'Trims trailing whitespace.',
  types: ['text'],
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    const markdown = markdownNames(options)
    if (isIssue(markdown)) return markdown
    return eachFile(
      [...options.rest, ...names],
      context,
      visitor(trimmer(options.one('chars') ?? ''), markdown),
    )
  },
}

function visitor(trim: Trim, isMarkdown: (name: string) => boolean): Visit {
  const output = (name: string): string => `Fixing ${shownName(name)}\n`
  return {
    file(bytes, name) {
      const content = withoutTrailing(bytes, { trim, markdown: isMarkdown(name) })
      return content && { output: output(name), content }
    },
    async big(file, name) {
      const options = { trim, markdown: isMarkdown(name) }
      return (await fixBig(file, (piece) => withoutTrailing(piece, options)))
        ? { output: output(name) }
        : undefined
    },
  }
}

type LineOptions = { readonly trim: Trim; readonly markdown: boolean }

/** Undefined: no line ends in white space. */
export function withoutTrailing(bytes: Buffer, options: LineOptions): Buffer | undefined {
  let kept: Buffer[] | undefined
  let copied = 0
  for (let start = 0, next = 0; start < bytes.length; start = next) {
    next = nextLine(bytes, start)
    const stop = textEnd(bytes, start, next)
    if (stop === start) continue
    const isBreak = options.markdown && isLineBreak(bytes, start, stop)
    const text = isBreak ? stop - LINE_BREAK.length : stop
    const trimmed = options.trim(bytes, start, text)
    if (trimmed === text) continue
    kept ??= []
    kept.push(bytes.subarray(copied, trimmed))
    if (isBreak) kept.push(LINE_BREAK)
    copied = stop
  }
  return kept && Buffer.concat([...kept, bytes.subarray(copied)])
}

/** Where the text of a line ends and its `\n`, `\r\n` or, at the end of the file, `\r` begins. */
function textEnd(bytes: Buffer, start: number, next: number): number {
  const end = bytes[next - 1] === LF ? next - 1 : next
  return end > start && bytes[end - 1] === CR ? end - 1 : end
}

/** Two spaces after some text are a line break in Markdown. */
function isLineBreak(bytes: Buffer, start: number, stop: number): boolean {
  if (stop - start < 2 || bytes[stop - 1] !== SPACE || bytes[stop - 2] !== SPACE) return false
  return trimSpace(bytes, start, stop) > start
}

/** The end of what stays of the bytes from `start` to `stop`. */
type Trim = (bytes: Buffer, start: number, stop: number) => number

function trimmer(chars: string): Trim {
  if (chars === '') return trimSpace
  const unwanted = [...new Set(chars)].map((char) => Buffer.from(char))
  return (bytes, start, stop) => {
    let end = stop
    for (let last = -1; last !== 0; end -= last) last = lastLength(bytes.subarray(start, end), unwanted)
    return end
  }
}

/** The length of the unwanted character the bytes end with. */
function lastLength(bytes: Buffer, unwanted: readonly Buffer[]): number {
  return unwanted.find((char) => bytes.subarray(-char.length).equals(char))?.length ?? 0
}

function trimSpace(bytes: Buffer, start: number, stop: number): number {
  let end = stop
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return end
}

/** Which files are Markdown: by extension, or with `*` all of them. */
function markdownNames(options: Options): ((name: string) => boolean) | Issue {
  const given = options.many('markdown-linebreak-ext')
  const extensions = given
    .flatMap((each) => each.split(','))
    .map((each) => each.replace(/^\.+/, '').toLowerCase())
  const bad = extensions.find((each) => /[./\\:]/.test(each))
  if (bad !== undefined) {
    return issue(
      'git.builtin.args',
      { hook: 'trailing-whitespace' },
      `The value "${bad}" of --markdown-linebreak-ext is not an extension: it has one of . / \\ :.`,
      'Write the last part of the name only, as in `md`, or `*` for every file.',
    )
  }
  if (given.includes('*')) return () => true
  return (name) => extensions.includes(extensionOf(name))
}

/** What follows the last dot, except in names that start with their only dot. */
function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(dot + 1).toLowerCase() : '\0'
}
