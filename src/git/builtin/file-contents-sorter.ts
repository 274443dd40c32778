import { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { asciiLower, compareBytes } from './binary-text.ts'
import { eachFile } from './each-file.ts'
import { parseOptions, refusal, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const TABLE: OptionTable = { flags: [{ long: 'ignore-case' }, { long: 'unique' }], rest: 'names' }

export const fileContentsSorter: BuiltinHook = {
  id: 'file-contents-sorter',
  name: 'file contents sorter',
  description: 'Sorts the lines in specified files (defaults to alphabetical).',
  // Nothing, until a config names files.
  files: '^$',
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    const how = { ignoreCase: options.has('ignore-case'), unique: options.has('unique') }
    if (how.ignoreCase && how.unique)
      return refusal(this.id, '--ignore-case and --unique exclude each other', TABLE)
    return eachFile([...options.rest, ...names], context, {
      file(bytes, name) {
        const content = sorted(bytes, how)
        return content.equals(bytes) ? undefined : { output: `Sorting ${shownName(name)}\n`, content }
      },
    })
  },
}

type How = { readonly ignoreCase: boolean; readonly unique: boolean }

function sorted(bytes: Buffer, { ignoreCase, unique }: How): Buffer {
  const all = bytes.toString('latin1').split('\n')
  const lines = all.map((line) => line.replace(/\r+$/, '')).filter((line) => /[^ \t\n\f\r]/.test(line))
  const kept = unique ? [...new Set(lines)] : lines
  const keyed = kept.map((line) => ({ line, key: ignoreCase ? asciiLower(line) : line }))
  keyed.sort((a, b) => compareBytes(a.key, b.key))
  return Buffer.from(keyed.map(({ line }) => `${line}\n`).join(''), 'latin1')
}
