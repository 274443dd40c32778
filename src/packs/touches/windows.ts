import type { Word } from '../../analyze/line.ts'
import { literal, each, type How, type Touch } from './touch.ts'

type Use = { readonly first: How; readonly second?: How; readonly tree?: RegExp }

/** Commands of PowerShell and cmd with their aliases, and what they do with their paths. */
const ROWS: readonly (readonly [string, Use])[] = [
  ['remove-item ri rd del erase rm rmdir', { first: 'delete', tree: /^-(?:r|re|rec\w*)$|^\/s$/i }],
  [
    'set-content sc out-file new-item ni tee-object export-csv export-clixml set-itemproperty sp',
    { first: 'write' },
  ],
  ['add-content ac', { first: 'change' }],
  ['clear-content clc', { first: 'empty' }],
  ['move-item mi move rename-item rni ren', { first: 'move', second: 'write' }],
  ['copy-item cpi copy xcopy robocopy', { first: 'read', second: 'write' }],
  ['get-content gc type select-string sls import-csv format-hex get-filehash', { first: 'read' }],
  ['set-acl icacls takeown attrib', { first: 'mode', tree: /^\/(?:t|s|r)$/i }],
  ['expand-archive', { first: 'read', second: 'change' }],
  ['compress-archive', { first: 'read', second: 'write' }],
]

const USES: ReadonlyMap<string, Use> = new Map(
  ROWS.flatMap(([names, use]) => names.split(' ').map((name) => [name, use] as const)),
)

/** Parameters whose value is a path, and those whose value is none. */
const FIRST = /^-(?:path|literalpath|lp|pspath|filepath|fi\w*)$/i
const SECOND = /^-(?:dest\w*|newname|outfile)$/i
const VALUED =
  /^-(?:value|encoding|filter|include|exclude|itemtype|erroraction|ea|name|pattern|totalcount|tail|head|first|last|delimiter|stream|type)$/i

/** True for a command that this table knows. */
export function isWindowsCommand(name: string): boolean {
  return USES.has(name)
}

/** What a command of PowerShell or cmd does with the paths in its arguments. */
export function windowsTouches(name: string, args: readonly Word[]): readonly Touch[] {
  const use = USES.get(name)
  if (use === undefined) return []
  const isTree = args.some(({ text }) => use.tree?.test(text) === true)
  const isUnknown = args.some(({ text, known }) => !known && text.startsWith('@'))
  const first: How =
    isTree || (isUnknown && use.first === 'delete')
      ? use.first === 'mode'
        ? 'mode-tree'
        : 'delete-tree'
      : use.first
  const { firsts, seconds, plain } = sorted(args)
  const named = firsts.length > 0 ? firsts : use.second === undefined ? plain : plain.slice(0, 1)
  // `copy nul x`, `robocopy empty x /mir`
  const isMirror = name === 'robocopy' && args.some(({ text }) => /^\/(?:mir|purge)$/i.test(text))
  const isEmpty = plain.some(({ text }) => /^(?:nul|\/dev\/null)$/i.test(text))
  const second = isMirror ? 'delete-tree' : isEmpty && use.second === 'write' ? 'empty' : use.second
  const others = seconds.length > 0 ? seconds : firsts.length > 0 ? plain.slice(0, 1) : plain.slice(1, 2)
  return [...each(first, named.flatMap(listed)), ...(second === undefined ? [] : each(second, others))]
}

function sorted(args: readonly Word[]): Readonly<Record<'firsts' | 'seconds' | 'plain', readonly Word[]>> {
  const firsts: Word[] = []
  const seconds: Word[] = []
  const plain: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word
    const next = args[at + 1]
    if (FIRST.test(word.text) && next) firsts.push(args[++at] as Word)
    else if (SECOND.test(word.text) && next) seconds.push(args[++at] as Word)
    else if (VALUED.test(word.text)) at++
    else if (!/^-|^\/[a-z]{1,2}(?::|$)/i.test(word.text)) plain.push(word)
  }
  return { firsts, seconds, plain }
}

/** `a,b` are two paths. */
function listed(word: Word): readonly Word[] {
  return word.known && word.text.includes(',')
    ? word.text.split(',').map((text) => literal(text.trim()))
    : [word]
}
