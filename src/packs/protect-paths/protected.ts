import { overlaps } from '../../analyze/wildcard.ts'
import { absolutePath, pathRule, type PathRoots } from '../../conditions/paths.ts'
import { matchSegments } from '../../conditions/segments.ts'
import type { Roots } from '../places/roots.ts'
import { withoutDots } from '../places/spot.ts'

/** The files that some patterns are about. */
export type Protected = {
  /** Returns the pattern that fits one of the names of a file. */
  readonly fits: (paths: readonly string[]) => string | undefined
  /** Returns the pattern that is about files below a folder. */
  readonly below: (folders: readonly string[]) => string | undefined
  /** True when a pattern without a folder fits the name of a file. */
  readonly names: (name: string) => boolean
  /** Returns a pattern that may fit a path in which `*` stands for anything. */
  readonly mayFit: (shape: string) => string | undefined
  /** Returns the same without some of the patterns. */
  readonly without: (isLeftOut: (pattern: string) => boolean) => Protected
}

/** Compiles patterns. Relative ones mean files of the project; a file that fits an exception by all its names is none. */
export function protectedFiles(
  patterns: readonly string[],
  except: readonly string[],
  roots: Roots,
): Protected {
  const places = ruleRoots(roots)
  const resolve = (path: string): string => roots.realPath(path) ?? path
  const real = {
    ...places,
    home: resolve(places.home),
    cwd: resolve(places.cwd),
    projectDir: resolve(places.projectDir),
    settingsBase: resolve(places.settingsBase),
  }
  const rules = patterns.flatMap((pattern) =>
    readings(pattern).flatMap((reading) =>
      [places, real].map((each) => ({ pattern, rule: pathRule(reading, each, resolve) })),
    ),
  )
  const exceptions = except.flatMap((pattern) =>
    readings(pattern).flatMap((reading) => [places, real].map((each) => pathRule(reading, each))),
  )
  const isExcepted = (path: string): boolean => exceptions.some(({ fits }) => fits(path))
  const { ignoreCase } = roots
  const named = patterns
    .filter((pattern) => !pattern.includes('/'))
    .map((pattern) => (ignoreCase ? pattern.toLowerCase() : pattern))
  const shapes = patterns.map((pattern) => ({ pattern, shape: shapeOf(pattern, roots) }))
  return {
    fits: (paths) => {
      const open = paths.every(isExcepted) ? [] : paths
      return rules.find(({ rule }) => open.some(rule.fits))?.pattern
    },
    // A name without a folder may be anywhere, and so below every folder.
    below: (folders) =>
      rules.find(({ pattern, rule }) => pattern.includes('/') && folders.some(rule.isBelow))?.pattern,
    names: (name) =>
      named.some((pattern) => matchSegments([pattern], [ignoreCase ? name.toLowerCase() : name])),
    // The open end of a name such as `.env.*` could be any other name.
    mayFit: (shape) =>
      shapes.find(
        ({ pattern, shape: own }) =>
          (pattern.includes('/') || !pattern.endsWith('*')) && overlaps(own, shape),
      )?.pattern,
    without: (isLeftOut) =>
      protectedFiles(
        patterns.filter((pattern) => !isLeftOut(pattern)),
        except,
        roots,
      ),
  }
}

/** Files that one of several groups of patterns is about; the pattern of the first is named. */
export function combined(groups: readonly Protected[]): Protected {
  return {
    fits: (paths) => firstFound(groups, (group) => group.fits(paths)),
    below: (folders) => firstFound(groups, (group) => group.below(folders)),
    names: (name) => groups.some((group) => group.names(name)),
    mayFit: (shape) => firstFound(groups, (group) => group.mayFit(shape)),
    without: (isLeftOut) => combined(groups.map((group) => group.without(isLeftOut))),
  }
}

function firstFound(
  groups: readonly Protected[],
  find: (group: Protected) => string | undefined,
): string | undefined {
  for (const group of groups) {
    const pattern = find(group)
    if (pattern !== undefined) return pattern
  }
  return undefined
}

function ruleRoots({ projectDir, home, ignoreCase }: Roots): PathRoots {
  return { cwd: projectDir, projectDir, settingsBase: projectDir, home, ignoreCase }
}

/** `/x` is the project's own in a gitignore file, and a path from the root everywhere else: both are meant. */
function readings(pattern: string): readonly string[] {
  return /^\/[^/]/.test(pattern) ? [pattern, `/${pattern}`] : [pattern]
}

/** The pattern as a path from the root, in which a star stands for anything. */
function shapeOf(pattern: string, { home, projectDir }: Roots): string {
  const stars = pattern.replace(/\*{2,}/g, '*').replace(/\[[^\]]{0,200}\]|\?/g, '*')
  if (/^~(?:\/|$)/.test(stars)) return `${withoutDots(absolutePath(home, '/'))}${stars.slice(1)}`
  if (stars.startsWith('/')) return stars.replace(/^\/{2}/, '/')
  return stars.slice(0, -1).includes('/') && !stars.startsWith('*')
    ? `${withoutDots(absolutePath(projectDir, '/'))}/${stars.replace(/^\.\//, '')}`
    : `*/${stars.replace(/^\*\//, '')}`
}
