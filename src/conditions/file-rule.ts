import { absolutePath, isWindows, pathRule, type PathRoots } from './paths.ts'
import { inDoubt, type Match } from './shell-pattern.ts'
import { pathReadings } from './written-path.ts'

/** Returns the file a path leads to when links are followed; `undefined` when that cannot be found out. */
export type RealPath = (path: string) => string | undefined

export type FileContext = {
  readonly roots: PathRoots
  /** Absent: links are not looked at. */
  readonly realPath?: RealPath | undefined
  /** True for a tool that also reads what is below the path. */
  readonly isSearch: boolean
}

/**
 * A guard runs when one of the written or real paths fits. An `allow` counts only when all of them do, and there the
 * rule means its own words: a rule for `notes.txt` does not allow what a link of that name leads to.
 */
export function matchFileRule(content: string, files: readonly string[], context: FileContext): Match {
  const { roots, realPath, isSearch } = context
  const readings = files.map((file) => pathReadings(file, roots))
  const written = readings.flatMap(({ paths }) => paths).map((path) => absolutePath(path, roots.cwd))
  const real = realPath === undefined ? [] : realPathsOf(written, realPath, roots)
  const known = real.filter((path) => path !== undefined)
  const rules = rulesOf(content, context)
  const doubt =
    readings.find((reading) => reading.doubt !== undefined)?.doubt ??
    (known.length < real.length ? 'the file behind the path cannot be found out' : undefined)
  if (written.some(rules.guards)) {
    const whole = doubt === undefined && [...written, ...known].every(rules.covers)
    return { holds: true, why: 'the file matches', whole }
  }
  if (known.some(rules.guards))
    return { holds: true, why: 'the file that the path leads to matches', whole: false }
  if (doubt !== undefined) return inDoubt(doubt)
  if (isSearch && [...written, ...known].some(rules.reach))
    return inDoubt('the search reaches files of the rule')
  return { holds: false, why: 'the file does not match', whole: false }
}

type Test = (path: string) => boolean
type Rules = { readonly guards: Test; readonly covers: Test; readonly reach: Test }

/** A project or home that is itself reached through a link has two names, and both count for every rule. */
function rulesOf(content: string, { roots, realPath }: FileContext): Rules {
  const resolve = (path: string): string => realPath?.(path) ?? path
  const plain = [pathRule(content, roots), pathRule(content, realRoots(roots, resolve))]
  const all = realPath === undefined ? plain : [...plain, pathRule(content, roots, resolve)]
  return {
    guards: (path) => all.some(({ fits }) => fits(path)),
    covers: (path) => plain.some(({ fits }) => fits(path)),
    reach: (path) => all.some(({ isBelow }) => isBelow(path)),
  }
}

function realRoots(roots: PathRoots, resolve: (path: string) => string): PathRoots {
  const { home, settingsBase, cwd, projectDir } = roots
  return {
    ...roots,
    home: resolve(home),
    settingsBase: resolve(settingsBase),
    cwd: resolve(cwd),
    projectDir: resolve(projectDir),
  }
}

/** Some tools apply `..` to the text before they open a file, others leave it to the system. */
function realPathsOf(
  written: readonly string[],
  realPath: RealPath,
  { cwd }: PathRoots,
): (string | undefined)[] {
  const asOpened = written.map((path) => native(path, cwd))
  const asText = asOpened.map(withoutDots)
  return [...new Set([...asOpened, ...asText])].map((path) => realPath(path))
}

function native(path: string, cwd: string): string {
  return isWindows(cwd) ? path.replace(/^\/([a-z])(?=\/|$)/i, '$1:') : path
}

function withoutDots(path: string): string {
  const kept: string[] = []
  for (const name of path.split('/')) {
    if (name === '..' && kept.length > 1) kept.pop()
    else if (name !== '..' && name !== '.') kept.push(name)
  }
  return kept.length === 1 ? `${kept[0]}/` : kept.join('/')
}
