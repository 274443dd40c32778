import { matchSegments } from '../../conditions/segments.ts'
import { BOUNDS, Refused } from './tool.ts'

const MAX_ALTERNATIVES = 64

/**
 * `**`, `*`, `?`, `[...]` and `{a,b}` on paths with slashes. The time is bounded by pattern × path: a model writes the
 * pattern, and what a model writes may be hostile.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern.length > BOUNDS.patternCharacters) throw new Refused('The pattern is too long.')
  const globs = expandBraces(pattern.replace(/^(?:\.\/)+/, '')).map((glob) => glob.split('/'))
  return (path) => {
    const segments = path.split('/')
    return globs.some((glob) => matchSegments(glob, segments))
  }
}

/** A name without a folder counts at every depth. */
export function compileFilter(pattern: string): (path: string) => boolean {
  return compileGlob(pattern.includes('/') ? pattern : `**/${pattern}`)
}

function expandBraces(pattern: string): readonly string[] {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0) {
    if (open.length + done.length > MAX_ALTERNATIVES)
      throw new Refused(`The pattern has more than ${MAX_ALTERNATIVES} alternatives.`)
    open = open.flatMap((one) => {
      const expanded = expandInnermost(one)
      if (expanded === undefined) done.push(one)
      return expanded ?? []
    })
  }
  return done
}

function expandInnermost(pattern: string): readonly string[] | undefined {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern)
  if (found === null) return undefined
  const [whole, inner = ''] = found
  const head = pattern.slice(0, found.index)
  const tail = pattern.slice(found.index + whole.length)
  return inner.split(',').map((part) => `${head}${part}${tail}`)
}
