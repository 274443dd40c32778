import { addEntry, Malformed, tooDeep, type MapTree, type Span, type Tree } from './tree.ts'

/** Where reading has come to. */
type Cursor = {
  readonly text: string
  readonly maxDepth: number
  readonly skipComment: SkipComment
  readonly isForEdit: boolean
  at: number
}

/** Strict JSON. JSON.parse alone keeps the last of two equal keys and gives no positions. */
export function parseJson(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth)
}

/** Strict but for comments, from `//` to the end of the line and between `/*` and its counterpart. */
export function parseJsonWithComments(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth, { skipComment: commentEnd })
}

/**
 * For changing a file byte for byte: what its host may accept and we refuse elsewhere is read as the host reads it. Of
 * two equal keys the last counts; with comments, a comma may stand after the last item.
 */
export function parseJsonToEdit(text: string, maxDepth: number, hasComments: boolean): Tree | undefined {
  return parse(text, maxDepth, { skipComment: hasComments ? commentEnd : noComment, isForEdit: true })
}

/** Returns the offset after the comment that begins at `at`; undefined when none does. */
type SkipComment = (text: string, at: number) => number | undefined

type Leniency = Partial<Pick<Cursor, 'skipComment' | 'isForEdit'>>

function parse(text: string, maxDepth: number, leniency: Leniency = {}): Tree | undefined {
  const cursor: Cursor = { text, maxDepth, skipComment: noComment, isForEdit: false, ...leniency, at: 0 }
  skipSpace(cursor)
  if (cursor.at === text.length) return undefined
  const tree = readValue(cursor, 0)
  skipSpace(cursor)
  if (cursor.at < text.length) throw unexpected(cursor, 'after the end of the value')
  return tree
}

function readValue(cursor: Cursor, depth: number): Tree {
  const { text, at, maxDepth } = cursor
  const first = text[at]
  if (first === '{' || first === '[') {
    if (depth >= maxDepth) throw tooDeep(at, maxDepth)
    return first === '{' ? readMap(cursor, depth + 1) : readList(cursor, depth + 1)
  }
  if (first === '"') return scalar(readString(cursor))
  return scalar(readWord(cursor) ?? readNumber(cursor))
}

function readMap(cursor: Cursor, depth: number): Tree {
  const start = cursor.at
  const map: MapTree = {
    kind: 'map',
    start,
    end: start,
    entries: new Map(),
    ...(cursor.isForEdit && { repeated: new Set() }),
  }
  readItems(cursor, '}', () => {
    if (cursor.text[cursor.at] !== '"') throw unexpected(cursor, 'where a key in double quotes is expected')
    const key = readString(cursor)
    expect(cursor, ':')
    addEntry(map, key.value, { key, tree: readValue(cursor, depth) }, cursor.isForEdit)
  })
  return { ...map, end: cursor.at }
}

function readList(cursor: Cursor, depth: number): Tree {
  const start = cursor.at
  const items: Tree[] = []
  readItems(cursor, ']', () => items.push(readValue(cursor, depth)))
  return { kind: 'list', start, end: cursor.at, items }
}

function readItems(cursor: Cursor, close: string, readItem: () => void): void {
  const { text } = cursor
  cursor.at++
  skipSpace(cursor)
  while (text[cursor.at] !== close) {
    readItem()
    skipSpace(cursor)
    if (text[cursor.at] === close) break
    const comma = cursor.at
    expect(cursor, ',')
    if (text[cursor.at] === close && !mayTrail(cursor)) throw trailingComma(comma)
  }
  cursor.at++
}

function mayTrail({ isForEdit, skipComment }: Cursor): boolean {
  return isForEdit && skipComment !== noComment
}

function readString(cursor: Cursor): Span & { value: string } {
  const start = cursor.at
  const end = closingQuote(cursor.text, start)
  cursor.at = end
  return { start, end, value: decodeString(cursor.text.slice(start, end), start) }
}

function readWord(cursor: Cursor): (Span & { value: boolean | null }) | undefined {
  const start = cursor.at
  for (const [word, value] of WORDS) {
    if (!cursor.text.startsWith(word, start)) continue
    cursor.at += word.length
    return { start, end: cursor.at, value }
  }
  return undefined
}

function readNumber(cursor: Cursor): Span & { value: number } {
  const start = cursor.at
  NUMBER.lastIndex = start
  const digits = NUMBER.exec(cursor.text)?.[0]
  if (digits === undefined) throw unexpected(cursor, 'where a value is expected')
  cursor.at += digits.length
  return { start, end: cursor.at, value: Number(digits) }
}

function expect(cursor: Cursor, mark: string): void {
  skipSpace(cursor)
  if (cursor.text[cursor.at] !== mark) throw unexpected(cursor, `where "${mark}" is expected`)
  cursor.at++
  skipSpace(cursor)
}

function skipSpace(cursor: Cursor): void {
  const { text, skipComment } = cursor
  for (;;) {
    while (isSpace(text[cursor.at])) cursor.at++
    const end = text[cursor.at] === '/' ? skipComment(text, cursor.at) : undefined
    if (end === undefined) return
    cursor.at = end
  }
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function noComment(): undefined {
  return undefined
}

function unexpected({ text, at, skipComment }: Cursor, where: string): Malformed {
  const found = text[at]
  if (skipComment === noComment && (found === '/' || found === '#')) return comment(at)
  const what = found === undefined ? 'The file ends' : `${JSON.stringify(found)} stands`
  return new Malformed(`${what} ${where}.`, { offset: at })
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function scalar(found: Span & { readonly value: string | number | boolean | null }): Tree {
  return { kind: 'scalar', ...found }
}

function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
    else if (text[at] === '\n') break
  }
  throw new Malformed('A string in double quotes is not closed on its line.', {
    offset: start,
    hint: 'Write a line break inside a string as \\n.',
  })
}

function decodeString(quoted: string, offset: number): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw new Malformed('A string holds a control character or an escape that JSON does not know.', {
      offset,
      hint: 'Known escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX.',
    })
  }
}

const commentEnd: SkipComment = (text, at) => {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  if (!text.startsWith('/*', at)) return undefined
  const end = text.indexOf('*/', at + 2)
  if (end >= 0) return end + 2
  throw new Malformed('A comment is not closed.', { offset: at, hint: 'Write */ where it ends.' })
}

function trailingComma(offset: number): Malformed {
  return new Malformed('A comma stands after the last item.', {
    offset,
    hint: 'Remove the comma: strict JSON does not allow it.',
  })
}

function comment(offset: number): Malformed {
  return new Malformed('A comment stands in a JSON file.', {
    offset,
    hint: 'Remove the comment.',
    yamlHint: 'Remove the comment, or keep the file as .yaml, where # starts one.',
  })
}
