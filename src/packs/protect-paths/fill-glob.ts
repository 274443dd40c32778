import { matchSegments } from '../../conditions/segments.ts'
import { isFileProblem, type Files } from '../../ports/files.ts'

const MOST_ENTRIES = 5_000

/** Returns the files that a pattern of the shell stands for now; undefined when there are too many to look at. */
export function fillGlob(folder: string, rest: string, files: Files): readonly string[] | undefined {
  const budget = { left: MOST_ENTRIES }
  let found: readonly string[] = [folder]
  for (const segment of rest
    .split('/')
    .filter((each) => each !== '')
    .flatMap(withDepth)) {
    found = found.flatMap((each) => fitting(each, segment, files, budget))
    if (budget.left <= 0) return undefined
  }
  return found
}

/** `**` is at least one more folder, or none; deeper ones are not looked at here. */
function withDepth(segment: string): readonly string[] {
  return segment === '**' ? [] : [segment]
}

function fitting(folder: string, segment: string, files: Files, budget: { left: number }): readonly string[] {
  const join = (name: string): string => `${folder === '/' ? '' : folder}/${name}`
  const alternatives = bracesOf(segment)
  if (alternatives.every((each) => !/[*?[]/.test(each))) return alternatives.map(join)
  const entries = files.list(folder)
  if (entries === undefined || isFileProblem(entries)) return []
  budget.left -= entries.length
  return entries
    .map(({ name }) => name)
    .filter((name) =>
      alternatives.some(
        (each) => name.startsWith('.') === each.startsWith('.') && matchSegments([each], [name]),
      ),
    )
    .map(join)
}

/** `{a,b}` is both. */
function bracesOf(segment: string): readonly string[] {
  const [, before, inner, after] = /^([^{]{0,255})\{([^{}]{0,500})\}([^{]{0,255})$/.exec(segment) ?? []
  return inner === undefined ? [segment] : inner.split(',').map((each) => `${before}${each}${after}`)
}
