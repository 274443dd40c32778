import { Buffer, isUtf8 } from 'node:buffer'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile, type Report } from './each-file.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { printJson, type PrintOptions } from './pretty/json-print.ts'
import { parseJson } from './pretty/json-value.ts'
import { unifiedDiff } from './pretty/unified-diff.ts'
import { shownName } from './shown-name.ts'

const TABLE: OptionTable = {
  flags: [
    { long: 'autofix' },
    { long: 'indent', value: 'one' },
    { long: 'no-ensure-ascii' },
    { long: 'no-sort-keys' },
    { long: 'top-keys', value: 'many' },
  ],
  rest: 'names',
}

const LINE_END = /\r\n?|\n/g

export const prettyFormatJson: BuiltinHook = {
  id: 'pretty-format-json',
  name: 'pretty format json',
  description: 'Checks that JSON files are pretty-formatted.',
  types: ['json'],
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    const how: How = {
      indent: indentOf(options.one('indent') ?? '2'),
      ensureAscii: !options.has('no-ensure-ascii'),
      sortKeys: !options.has('no-sort-keys'),
      topKeys: options.many('top-keys').flatMap((keys) => keys.split(',')),
      autofix: options.has('autofix'),
    }
    return eachFile([...options.rest, ...names], context, {
      file: (bytes, name) => checkFile(bytes, name, how),
    })
  },
}

type How = PrintOptions & { readonly autofix: boolean }

/** A number of spaces, or the indent itself. */
function indentOf(text: string): string {
  return /^\+?0*\d{1,5}$/.test(text) ? ' '.repeat(Number(text)) : text
}

function checkFile(bytes: Buffer, name: string, how: How): Report | Issue | undefined {
  const shown = shownName(name)
  if (!isUtf8(bytes)) return notUtf8(shown)
  const text = bytes.toString('utf8')
  const value = parseJson(text)
  if ('problem' in value) {
    return { output: `${shown}: invalid JSON (${value.problem}). Consider using the \`check-json\` hook.\n` }
  }
  const before = text.replaceAll(LINE_END, '\n')
  const after = printJson(value, how)
  if (after === before) return undefined
  if (how.autofix) return { output: `Fixing file ${shown}\n`, content: withEndsOf(text, after) }
  const header = `${shown}: not pretty-formatted.\n--- ${shown}\n+++ ${shown}\n`
  return { output: header + unifiedDiff(before, after) }
}

/** All lines end like the first one of the file did. */
function withEndsOf(text: string, after: string): Buffer {
  const [end = '\n'] = text.match(LINE_END) ?? []
  return Buffer.from(end === '\n' ? after : after.replaceAll('\n', end))
}

function notUtf8(shown: string): Issue {
  return issue(
    'git.builtin.encoding',
    { file: shown },
    `The file "${shown}" is not UTF-8, so it cannot be JSON.`,
    'Convert it, or leave it out with `exclude`.',
  )
}
