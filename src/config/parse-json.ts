import { addEntry, Malformed, tooDeep, type MapTree, type Span, type Tree } from './tree.ts'

/** Strict JSON. JSON.parse alone keeps the last of two equal keys and gives no positions. */
export function parseJson(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth)
}

/** Strict but for comments, from `//` to the end of the line and between `/*` and its counterpart. */
export function parseJsonWithComments(text: string, maxDepth: number): Tree | undefined {
  return parse(text, maxDepth, commentEnd)
}

/** Returns the offset after the comment that begins at `at`; undefined when none does. */
type SkipComment = (text: string, at: number) => number | undefined

function parse(text: string, maxDepth: number, skipComment: SkipComment = () => undefined): Tree | undefined {
  let at = 0
  skipSpace()
  if (at === text.length) return undefined
  const tree = readValue(0)
  skipSpace()
  if (at < text.length) throw unexpected('after the end of the value')
  return tree

  function readValue(depth: number): Tree {
    const first = text[at]
    if (first === '{' || first === '[') {
      if (depth >= maxDepth) throw tooDeep(at, maxDepth)
      return first === '{' ? readMap(depth + 1) : readList(depth + 1)
    }
    if (first === '"') return scalar(readString())
    return scalar(readWord() ?? readNumber())
  }

  function readMap(depth: number): Tree {
    const start = at
    const map: MapTree = { kind: 'map', start, end: start, entries: new Map() }
    readItems('}', () => {
      if (text[at] !== '"') throw unexpected('where a key in double quotes is expected')
      const key = readString()
      expect(':')
      addEntry(map, key.value, { key, tree: readValue(depth) })
    })
    return { ...map, end: at }
  }

  function readList(depth: number): Tree {
    const start = at
    const items: Tree[] = []
    readItems(']', () => items.push(readValue(depth)))
    return { kind: 'list', start, end: at, items }
  }

  function readItems(close: string, readItem: () => void): void {
    at++
    skipSpace()
    while (text[at] !== close) {
      readItem()
      skipSpace()
      if (text[at] === close) break
      const comma = at
      expect(',')
      if (text[at] === close) throw trailingComma(comma)
    }
    at++
  }

  function readString(): Span & { value: string } {
    const start = at
    const end = closingQuote(text, start)
    at = end
    return { start, end, value: decodeString(text.slice(start, end), start) }
  }

  function readWord(): (Span & { value: boolean | null }) | undefined {
    for (const [word, value] of WORDS) {
      if (!text.startsWith(word, at)) continue
      at += word.length
      return { start: at - word.length, end: at, value }
    }
    return undefined
  }

  function readNumber(): Span & { value: number } {
    NUMBER.lastIndex = at
    const digits = NUMBER.exec(text)?.[0]
    if (digits === undefined) throw unexpected('where a value is expected')
    at += digits.length
    return { start: at - digits.length, end: at, value: Number(digits) }
  }

  function expect(mark: string): void {
    skipSpace()
    if (text[at] !== mark) throw unexpected(`where "${mark}" is expected`)
    at++
    skipSpace()
  }

  function skipSpace(): void {
    for (;;) {
      while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
      const end = text[at] === '/' ? skipComment(text, at) : undefined
      if (end === undefined) return
      at = end
    }
  }

  function unexpected(where: string): Malformed {
    const found = text[at]
    if (skipComment !== commentEnd && (found === '/' || found === '#')) return comment(at)
    const what = found === undefined ? 'The file ends' : `${JSON.stringify(found)} stands`
    return new Malformed(`${what} ${where}.`, { offset: at })
  }
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
    hint: 'Remove the comment, or keep the file as .yaml, where # starts one.',
  })
}
