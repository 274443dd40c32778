/** Characters of a shell pattern, or of a word that only a run can fill in. */
export const WILD = /[*?[{]/

const ANY = Symbol('any character')
const STAR = Symbol('any characters')
type Part = string | typeof ANY | typeof STAR

/**
 * True when a name may be what a shell makes of a pattern. Brackets stand for any character, braces for any text: it may
 * say yes too often, never no wrongly. Takes time in proportion to the two lengths, whatever the pattern is: an agent
 * writes it, and a guard that is still busy when the host loses its patience has decided nothing.
 */
export function mayBecome(pattern: string, name: string): boolean {
  const parts = partsOf(pattern)
  let [part, at] = [0, 0]
  let star: { readonly part: number; at: number } | undefined
  while (at < name.length) {
    const one = parts[part]
    if (one === STAR) star = { part: ++part, at }
    else if (one === ANY || one === name[at]) [part, at] = [part + 1, at + 1]
    else if (star === undefined) return false
    else [part, at] = [star.part, ++star.at]
  }
  return parts.slice(part).every((one) => one === STAR)
}

/** The same for whole paths: a wildcard stands for one name, or a part of it. */
export function mayBecomePath(pattern: string, path: string): boolean {
  const [patterns, names] = [pattern.split('/'), path.split('/')]
  return (
    patterns.length === names.length && patterns.every((each, index) => mayBecome(each, names[index] ?? ''))
  )
}

const SHAPE = /\[[^\]]*\]|\?|\{[^}]*\}|\*+|[^]/g

function partsOf(pattern: string): readonly Part[] {
  return Array.from(pattern.matchAll(SHAPE), ([text]) => {
    if (text === '?' || (text.length > 1 && text.startsWith('['))) return ANY
    return /^[*{}[\]]/.test(text) ? STAR : text
  })
}
