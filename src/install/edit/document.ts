import type { Span, Tree } from '../../config/tree.ts'
import type { Splice } from './edit.ts'
import type { ParsedFile, Part } from './grammar.ts'
import { eolAt, eolBefore, layoutOf, lineEnd } from './layout.ts'

/** Puts the first content of a file after its comments. */
export function documentAfter(text: string, content: string): Splice {
  const { eol } = layoutOf(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return { start: text.length, end: text.length, text: `${gap}${content}${eol}` }
}

/** Takes away what `documentAfter` put after the text `before`; what was written around it since then stays. */
export function emptyDocument({ text }: ParsedFile, { start, end }: Span, before: string): Splice {
  const hasGap = before !== '' && !before.endsWith('\n')
  const stop = lineEnd(text, end)
  const isWholeLine = text.slice(end, stop).trim() === ''
  const isBehind = text.startsWith(before) && text.slice(before.length, start).trim() === ''
  const gap = isBehind ? before.length : (eolBefore(text, start) ?? start)
  return {
    start: hasGap ? gap : start,
    end: isWholeLine ? stop + eolAt(text, stop).length : end,
    text: '',
  }
}

/** Index of a part of a list or an object. */
export function indexOf(tree: Tree, part: Part): number {
  return typeof part === 'number' || tree.kind !== 'map'
    ? Number(part)
    : [...tree.entries.keys()].indexOf(part)
}
