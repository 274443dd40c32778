import { codePoint } from './regex-charset.ts'
import type { RegexDialect } from './regex-reader.ts'

/*
 * `(?i:…)` needs Node 23. Where only a part of a pattern ignores case, its sets get the other cases of their members
 * written in. On bytes that is done always: there, only ASCII letters have a case.
 */

const folded = new Map<string, string>()
let cased: readonly string[] | undefined

/** The inside of a class that also has the other cases of what is in `body`. */
export function foldSet(body: string, dialect: RegexDialect): string {
  const key = `${dialect}:${body}`
  const known = folded.get(key)
  if (known !== undefined) return known
  const result = dialect === 'bytes' ? foldAscii(body) : foldUnicode(body)
  if (folded.size > 1000) folded.clear()
  folded.set(key, result)
  return result
}

function foldAscii(body: string): string {
  const set = new RegExp(`[${body}]`, 'u')
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz').filter((letter) => {
    return set.test(letter) !== set.test(letter.toUpperCase())
  })
  return body + letters.map((letter) => letter + letter.toUpperCase()).join('')
}

function foldUnicode(body: string): string {
  const exact = new RegExp(`^[${body}]$`, 'u')
  const loose = new RegExp(`^[${body}]$`, 'iu')
  const more = casedCharacters().filter((character) => loose.test(character) && !exact.test(character))
  return body + more.map((character) => codePoint(character.codePointAt(0) as number)).join('')
}

/** Some 2,800 characters; the last ones with a case are those of Adlam. */
function casedCharacters(): readonly string[] {
  if (cased) return cased
  const found: string[] = []
  for (let point = 0x41; point < 0x1e944; point += 1) {
    if (point === 0xd800) point = 0xe000
    const character = String.fromCodePoint(point)
    if (character.toLowerCase() !== character || character.toUpperCase() !== character) found.push(character)
  }
  cased = found
  return found
}
