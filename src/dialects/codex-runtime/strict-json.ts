/** Where a reader looks at a value. Everything in a `read` value counts, and nothing in an `ignored` one. */
export type Shape = 'read' | 'ignored' | Struct | List
/** An object with these keys, each given once at most, or an array of their values in this order. */
export type Struct = {
  readonly fields: Readonly<Record<string, Shape>>
  /** Values of all other keys. */
  readonly others: 'read' | 'ignored'
}
type List = { readonly each: Shape }

/** An object or an array that is still open; `step` leads from here to what comes next. */
type Level = { readonly shape: Shape; readonly keys: Set<string>; step: string | number; isKeyNext: boolean }

/** serde_json refuses the 128th level. */
const MAX_DEPTH = 127

/**
 * Returns the first thing in well-formed JSON that serde_json refuses and `JSON.parse` takes: a key given twice, too
 * many levels, half of a surrogate pair, a number out of range.
 */
export function findFault(text: string, shape: Shape): string | undefined {
  const levels: Level[] = []
  for (let index = 0; index < text.length;) {
    const end = tokenEnd(text, index)
    const fault = follow(text.slice(index, end), levels, shape)
    if (fault !== undefined) return fault
    index = end
  }
  return undefined
}

function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start)
  NUMBER.lastIndex = start
  return NUMBER.test(text) ? NUMBER.lastIndex : start + 1
}

const NUMBER = /[-\d][-+.\deE]*/y

function stringEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

function follow(token: string, levels: Level[], root: Shape): string | undefined {
  const level = levels.at(-1)
  switch (token.charAt(0)) {
    case '{':
    case '[':
      return open(token, levels, shapeNext(level, root))
    case '}':
    case ']':
      levels.pop()
      return undefined
    case ',':
      if (typeof level?.step === 'number') level.step += 1
      else if (level !== undefined) level.isKeyNext = true
      return undefined
    case '"':
      return level?.isKeyNext === true ? addKey(token, level) : textFault(token, shapeNext(level, root))
    default:
      return numberFault(token, shapeNext(level, root))
  }
}

function open(bracket: string, levels: Level[], shape: Shape): string | undefined {
  const isObject = bracket === '{'
  levels.push({ shape, keys: new Set(), step: isObject ? '' : 0, isKeyNext: isObject })
  return shape !== 'ignored' && levels.length > MAX_DEPTH
    ? `it is nested more than ${MAX_DEPTH} levels deep`
    : undefined
}

function addKey(token: string, level: Level): string | undefined {
  level.isKeyNext = false
  if (level.shape === 'ignored') return undefined
  const key = JSON.parse(token) as string
  const isTwice = level.keys.has(key)
  level.step = key
  level.keys.add(key)
  if (isTwice && isField(key, level.shape)) return `"${key}" is given twice`
  return textFault(token, 'read')
}

function isField(key: string, shape: Shape): boolean {
  return typeof shape === 'object' && 'fields' in shape && Object.hasOwn(shape.fields, key)
}

function textFault(token: string, shape: Shape): string | undefined {
  const isBroken = shape !== 'ignored' && /\p{Surrogate}/u.test(JSON.parse(token) as string)
  return isBroken ? `${shorten(token)} holds half of a surrogate pair, which is not a character` : undefined
}

function numberFault(token: string, shape: Shape): string | undefined {
  const isOut = shape !== 'ignored' && !Number.isFinite(Number(token)) && /^[-\d]/.test(token)
  return isOut ? `the number ${shorten(token)} is out of range` : undefined
}

/** Shape of the value that comes next. */
function shapeNext(level: Level | undefined, root: Shape): Shape {
  if (level === undefined) return root
  const { shape, step } = level
  if (typeof shape === 'string') return shape
  if ('each' in shape) return typeof step === 'number' ? shape.each : 'read'
  const key = typeof step === 'number' ? Object.keys(shape.fields)[step] : step
  const field = key !== undefined && Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
  return field ?? (typeof step === 'number' ? 'read' : shape.others)
}

function shorten(token: string): string {
  return token.length > 60 ? `${token.slice(0, 59)}…` : token
}
