import type { Buffer } from 'node:buffer'
import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { BuiltinContext, BuiltinHook } from './builtin.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

export const destroyedSymlinks: BuiltinHook = {
  id: 'destroyed-symlinks',
  name: 'detect destroyed symlinks',
  description:
    'Detects symlinks that were replaced with regular files whose contents are the original symlink target path.',
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    const wanted = new Set([...options.rest, ...names])
    const former = await formerLinks(context)
    if (isIssue(former)) return former
    const destroyed = await keepDestroyed(
      former.filter(({ name }) => wanted.has(name)),
      context,
    )
    if (isIssue(destroyed)) return destroyed
    return destroyed.length === 0 ? { code: 0, output: '' } : { code: 1, output: report(destroyed) }
  },
}

/** A link of HEAD that the index has as something else. */
type Former = { readonly name: string; readonly link: string; readonly file: string }

const FORMER = /^:120000 (?!120000|000000)\d{6} ([0-9a-f]+) ([0-9a-f]+) /

async function formerLinks({ git, cwd, signal }: BuiltinContext): Promise<readonly Former[] | Issue> {
  const args = [
    'diff',
    '--staged',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--relative',
    '-z',
  ]
  const output = await git.read(args, { cwd, signal })
  if (isIssue(output)) return output
  const fields = splitNames(output)
  return fields.flatMap((entry, index) => {
    const found = index % 2 === 0 ? FORMER.exec(entry) : null
    return found ? [{ name: fields[index + 1] ?? '', link: found[1] ?? '', file: found[2] ?? '' }] : []
  })
}

/** Formatters may have added a line end to what was the target. */
const MOST_ADDED = 2

async function keepDestroyed(
  former: readonly Former[],
  context: BuiltinContext,
): Promise<readonly string[] | Issue> {
  const changed = former.filter(({ link, file }) => link !== file)
  const objects = await readObjects(
    changed.flatMap(({ link, file }) => [link, file]),
    context,
  )
  if (isIssue(objects)) return objects
  const isDestroyed = ({ link, file }: Former): boolean => {
    if (link === file) return true
    const [before, after] = [objects.get(link), objects.get(file)]
    if (!before || !after || after.length > before.length + MOST_ADDED) return false
    return trimmed(before) === trimmed(after)
  }
  return former.filter(isDestroyed).map(({ name }) => name)
}

function trimmed(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[ \t\n\f\r]+$/, '')
}

async function readObjects(
  hashes: readonly string[],
  { git, cwd, signal }: BuiltinContext,
): Promise<ReadonlyMap<string, Buffer> | Issue> {
  if (hashes.length === 0) return new Map()
  const input = new TextEncoder().encode(hashes.map((hash) => `${hash}\n`).join(''))
  const output = await git.read(['cat-file', '--batch'], { cwd, signal, input })
  return isIssue(output) ? output : splitObjects(output)
}

/** `HASH blob SIZE`, a line end, the content and another line end; `HASH missing` for none. */
function splitObjects(output: Buffer): ReadonlyMap<string, Buffer> {
  const objects = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at)
    const [hash = '', , size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    objects.set(hash, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return objects
}

function report(names: readonly string[]): string {
  return [
    'Destroyed symlinks:',
    ...names.map((name) => `- ${shownName(name)}`),
    'Take them out of the index, and put the links back:',
    `\tgit reset HEAD -- ${names.map((name) => quoted(shownName(name))).join(' ')}`,
    'Where the file system has no links, say so to git:',
    '\tgit config core.symlinks false',
    '',
  ].join('\n')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
