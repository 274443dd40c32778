import type { CharSet } from './regex-charset.ts'

const ONE_CHARACTER = /^(?:[0-9A-Za-z]|\\u\{[0-9a-f]+\})$/

/** Matches one character, for the flags `u` and `s`; `bodyOf` may add to the members of a class. */
export function emitSet(set: CharSet, bodyOf: (body: string) => string): string {
  const inner = (child: CharSet) => emitSet(child, bodyOf)
  switch (set.kind) {
    case 'members':
      return classOf(bodyOf(set.body))
    case 'not':
      return set.set.kind === 'members' ? `[^${bodyOf(set.set.body)}]` : `(?:(?!${inner(set.set)}).)`
    case 'union':
      return `(?:${set.parts.map(inner).join('|')})`
    case 'common':
      return `(?:(?=${inner(set.left)})${inner(set.right)})`
    case 'rest':
      return `(?:(?!${inner(set.right)})${inner(set.left)})`
  }
}

function classOf(body: string): string {
  return ONE_CHARACTER.test(body) ? body : `[${body}]`
}

/** The insides of all classes it takes to match the set. */
export function bodiesOf(set: CharSet): readonly string[] {
  switch (set.kind) {
    case 'members':
      return [set.body]
    case 'not':
      return bodiesOf(set.set)
    case 'union':
      return set.parts.flatMap(bodiesOf)
    case 'common':
    case 'rest':
      return [...bodiesOf(set.left), ...bodiesOf(set.right)]
  }
}
