import type { Span, Tree } from '../../config/tree.ts'
import type { Splice } from './edit.ts'
import { eolAt, eolBefore, lineEnd, lineIndent, ownIndent, type Layout } from './layout.ts'

/** A list or an object between brackets. */
type Flow = {
  /** Offset of the opening bracket. */
  readonly open: number
  /** Offset of the closing bracket. */
  readonly close: number
  /** Items, or keys with their values. */
  readonly parts: readonly Span[]
}

/** What brackets look like in one format. */
export type FlowSyntax = {
  /** Offset after the comment that begins at `at`; undefined: none begins there. */
  commentEnd(text: string, at: number): number | undefined
  /** Whether an empty one is opened over several lines when something is put in. */
  readonly opensLines: boolean
}

/** Writes the new part. `indent`: of its first line; undefined: on one line. */
export type WritePart = (indent: string | undefined, eol: string) => string

export type FlowText = { readonly text: string; readonly layout: Layout; readonly syntax: FlowSyntax }

/** A comment from `#` to the end of the line. */
export function hashComment(text: string, from: number): number | undefined {
  return text[from] === '#' ? lineEnd(text, from) : undefined
}

export function isFlow(text: string, { start, end, kind }: Tree): boolean {
  const brackets = `${text[start]}${text[end - 1]}`
  return kind === 'list' ? brackets === '[]' : kind === 'map' && brackets === '{}'
}

/** True when nothing stands between the brackets, not even a comment. */
export function isHollow(text: string, { start, end }: Span): boolean {
  return text.slice(start + 1, end - 1).trim() === ''
}

/** True when the only part of a list or an object has no comment beside it. */
export function isAlone({ text, syntax }: FlowText, tree: Tree): boolean {
  const { open, close, parts } = flowOf(tree)
  const [part] = parts
  if (part === undefined || parts.length > 1) return false
  const comma = commaAfter({ text, syntax }, part.end)
  const rest = `${text.slice(open + 1, part.start)}${text.slice(part.end, close)}`
  return rest.replace(comma === undefined ? '' : ',', '').trim() === ''
}

/** Puts a part after the last one. */
export function insertPart(on: FlowText, tree: Tree, write: WritePart): readonly Splice[] {
  const flow = flowOf(tree)
  const last = flow.parts.at(-1)
  if (last === undefined) return insertFirst(on, flow, write)
  const indent = ownIndent(on.text, last.start)
  return indent === undefined ? insertBeside(on, flow.parts, write) : insertBelow(on, last, { indent, write })
}

function insertFirst(on: FlowText, { open, close }: Flow, write: WritePart): readonly Splice[] {
  const { text, layout, syntax } = on
  const outer = lineIndent(text, open)
  const inner = `${outer}${layout.unit}`
  if (isHollow(text, { start: open, end: close + 1 })) {
    const { eol } = layout
    const isOneLine = layout.isOneLine || !syntax.opensLines
    const part = isOneLine ? write(undefined, eol) : `${eol}${inner}${write(inner, eol)}${eol}${outer}`
    return [{ start: open + 1, end: close, text: part }]
  }
  const comment = lastComment(on, open + 1, close)
  const eol = eolAt(text, comment.end)
  if (eol === '') return [at(comment.end, ` ${write(undefined, layout.eol)}`)]
  const indent = ownIndent(text, comment.start) ?? inner
  return [at(comment.end, `${eol}${indent}${write(indent, eol)}`)]
}

/** On the line of the last part. */
function insertBeside(on: FlowText, parts: readonly Span[], write: WritePart): readonly Splice[] {
  const last = parts.at(-1) ?? { start: 0, end: 0 }
  const comma = commaAfter(on, last.end)
  const part = write(undefined, on.layout.eol)
  const gap = on.layout.isSpaced ? ' ' : ''
  return [comma === undefined ? at(last.end, `,${gap}${part}`) : at(comma + 1, `${gap}${part},`)]
}

type Below = { readonly indent: string; readonly write: WritePart }

/** On a line below the last part, and below a comment on its line. */
function insertBelow(on: FlowText, last: Span, { indent, write }: Below): readonly Splice[] {
  const comma = commaAfter(on, last.end)
  const after = comma === undefined ? last.end : comma + 1
  const end = restOfLine(on, after)
  const eol = eolAt(on.text, end) || on.layout.eol
  const line = `${eol}${indent}${write(indent, eol)}`
  if (comma !== undefined) return [at(end, `${line},`)]
  return [at(last.end, ','), at(end, line)]
}

/** Takes a part away, with the comma and the line that came with it. */
export function removePart(on: FlowText, tree: Tree, index: number): readonly Splice[] {
  const { parts } = flowOf(tree)
  const part = parts[index]
  if (part === undefined) return []
  const comma = commaAfter(on, part.end)
  const isLast = index === parts.length - 1
  const before = parts[index - 1]
  const commaBefore = before && commaAfter(on, before.end)
  const own = ownLine(on, part, comma)
  const lost =
    isLast && comma === undefined && commaBefore !== undefined ? [cut(commaBefore, commaBefore + 1)] : []
  if (own !== undefined) return [...lost, ...own]
  if (commaBefore !== undefined && isBlank(on.text, commaBefore + 1, part.start))
    return [cut(commaBefore, part.end)]
  return [...lost, ...removeBeside(on, part, { comma, next: parts[index + 1] })]
}

type Beside = { readonly comma: number | undefined; readonly next: Span | undefined }

function removeBeside({ text }: FlowText, part: Span, { comma, next }: Beside): readonly Splice[] {
  if (comma !== undefined && next !== undefined && isBlank(text, part.end, comma)) {
    const isNear = isBlank(text, comma + 1, next.start) && !/[\r\n]/.test(text.slice(comma, next.start))
    return [cut(part.start, isNear ? next.start : comma + 1)]
  }
  // The space that was put between a comment and the part.
  const start = text.slice(part.start - 3, part.start) === '*/ ' ? part.start - 1 : part.start
  return [cut(start, part.end), ...(comma === undefined ? [] : [cut(comma, comma + 1)])]
}

/** Removes the line of a part that has one to itself; undefined where it does not. */
function ownLine(on: FlowText, part: Span, comma: number | undefined): readonly Splice[] | undefined {
  const { text } = on
  const start = ownIndent(text, part.start) === undefined ? undefined : eolBefore(text, part.start)
  if (start === undefined) return undefined
  if (comma !== undefined && !isBlank(text, part.end, comma)) return undefined
  const end = comma === undefined ? part.end : comma + 1
  // A comment that somebody wrote behind it keeps its line.
  const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0].trim() ?? ''
  return on.syntax.commentEnd(rest, 0) === undefined ? [cut(start, end)] : [cut(part.start, end)]
}

function flowOf(tree: Tree): Flow {
  return { open: tree.start, close: tree.end - 1, parts: partsOf(tree) }
}

function partsOf(tree: Tree): readonly Span[] {
  if (tree.kind === 'list') return tree.items
  if (tree.kind === 'scalar') return []
  return [...tree.entries.values()].map(({ key, tree: { end } }) => ({ start: key.start, end }))
}

/** Offset of the comma after a part; undefined where none stands there. */
function commaAfter({ text, syntax }: Pick<FlowText, 'text' | 'syntax'>, from: number): number | undefined {
  for (let offset = from; offset < text.length;) {
    if (text[offset] === ',') return offset
    const end = /\s/.test(text[offset] ?? '') ? offset + 1 : syntax.commentEnd(text, offset)
    if (end === undefined) return undefined
    offset = end
  }
  return undefined
}

/** Offset of the line end when only spaces and comments stand before it; otherwise after the comments. */
function restOfLine({ text, syntax }: FlowText, from: number): number {
  let afterComments = from
  for (let offset = from; offset < text.length;) {
    if (eolAt(text, offset) !== '') return offset
    const comment = syntax.commentEnd(text, offset)
    if (comment === undefined && !/[ \t]/.test(text[offset] ?? '')) break
    offset = comment ?? offset + 1
    if (comment !== undefined) afterComments = comment
  }
  return afterComments
}

/** The last comment of a text that holds nothing but comments. */
function lastComment({ text, syntax }: FlowText, from: number, to: number): Span {
  let found: Span = { start: from, end: from }
  for (let offset = from; offset < to;) {
    const end = syntax.commentEnd(text, offset)
    if (end !== undefined) found = { start: offset, end }
    offset = end ?? offset + 1
  }
  return found
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === ''
}

function at(offset: number, text: string): Splice {
  return { start: offset, end: offset, text }
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' }
}
