import { nameOf, parseProgram } from '../../config/parse-toml.ts'
import type { Span } from '../../config/tree.ts'
import type { KeyPath, Splice } from './edit.ts'
import { eolAt, eolBefore, layoutOf, lineEnd, lineStart } from './layout.ts'
import { MAX_DEPTH } from './limits.ts'

type Key = readonly (string | number)[]

/** A key with its value. `name`: undefined for a key with dots. */
type Pair = Span & { readonly name: string | undefined }

/** A header with the keys below it. The one at the top of the file has no header. */
export type Block = Span & { readonly key: Key; readonly pairs: readonly Pair[] }

/** The tables of a file in their order; the first holds the keys above all headers. */
export function blocksOf(text: string): readonly Block[] {
  const [{ body }] = parseProgram(text, MAX_DEPTH).body
  const tables = body.filter((part) => part.type === 'TOMLTable')
  const top = body.filter((part) => part.type === 'TOMLKeyValue').map(pairOf)
  const first = { key: [], pairs: top, start: top[0]?.start ?? 0, end: top.at(-1)?.end ?? 0 }
  return [
    first,
    ...tables.map(({ resolvedKey, range: [start, end], body: pairs }) => ({
      key: resolvedKey,
      start,
      end,
      pairs: pairs.map(pairOf),
    })),
  ]
}

type Node = ReturnType<typeof parseProgram>['body'][0]['body'][number]

function pairOf({ key: { keys }, range: [start, end] }: Extract<Node, { type: 'TOMLKeyValue' }>): Pair {
  const [first] = keys
  return { name: first === undefined || keys.length > 1 ? undefined : nameOf(first), start, end }
}

/** The table of a header, and all tables below it. */
export function blocksBelow(blocks: readonly Block[], path: Key): readonly Block[] {
  return blocks.filter(({ key }) => key.length > 0 && path.every((step, index) => step === key[index]))
}

/** The table with a header of its own; undefined: other headers imply it. */
export function blockAt(blocks: readonly Block[], path: KeyPath): Block | undefined {
  return blocks.find(
    ({ key }) => key.length === path.length && path.every((step, index) => step === key[index]),
  )
}

/** Puts tables after what ends at `end`, each below an empty line. */
export function blocksAfter(text: string, end: number, blocks: readonly (readonly string[])[]): Splice {
  const at = lineEnd(text, end)
  const eol = eolAt(text, at) || layoutOf(text).eol
  return { start: at, end: at, text: blocks.map((lines) => `${eol}${eol}${lines.join(eol)}`).join('') }
}

/** Removes a table, and the empty line above it. */
export function cutBlock(text: string, { start, end }: Span): Splice {
  const stop = lineEnd(text, end)
  const before = eolBefore(text, start)
  if (before === undefined)
    return { start: lineStart(text, start), end: stop + eolAt(text, stop).length, text: '' }
  const line = lineStart(text, before)
  const isEmpty = text.slice(line, before).trim() === ''
  return { start: isEmpty ? (eolBefore(text, before) ?? before) : before, end: stop, text: '' }
}
