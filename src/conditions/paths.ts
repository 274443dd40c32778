import { matchSegments } from './segments.ts'

/** Where the roots of file rules are. */
export type PathRoots = {
  readonly home: string
  /** What `/x` is relative to: the folder the rule's settings file belongs to. */
  readonly settingsBase: string
  readonly cwd: string
  readonly projectDir: string
  readonly ignoreCase?: boolean
}

/** A rule on files. Each test takes a path in the tool's words, never throws and never backtracks more than its length. */
export type PathRule = {
  readonly fits: (file: string) => boolean
  /** True when the rule is about files below this folder. */
  readonly isBelow: (folder: string) => boolean
}

export function compilePathRule(pattern: string, roots: PathRoots): (file: string) => boolean {
  return pathRule(pattern, roots).fits
}

/** `resolve` gives the real path of a folder or file; then the rule also covers what its own text leads to. */
export function pathRule(pattern: string, roots: PathRoots, resolve?: (path: string) => string): PathRule {
  const fold = folding(roots)
  const rule = anchor(toPosix(pattern), roots)
  const written = rule.bases.map((base) => `${toPosix(base)}/${rule.glob}`)
  const targets = resolve === undefined ? [] : targetsOf(rule, written, resolve)
  const globs = distinct([...written, ...targets].map(fold)).map(globSegments)
  const names = rule.bareName === undefined ? [] : [fold(rule.bareName)]
  const pathOf = (file: string): readonly string[] => segmentsOf(fold(absolutePath(file, roots.cwd)))
  return {
    fits(file) {
      const path = pathOf(file)
      return (
        matchSegments(names, path.slice(-names.length)) || globs.some((glob) => matchSegments(glob, path))
      )
    },
    isBelow(folder) {
      const path = pathOf(folder)
      return globs.map(literalStart).some((start) => start.length > path.length && isStart(path, start))
    },
  }
}

/** The part of a glob before its first wildcard is a path, and may be a link itself. */
function targetsOf(
  { bases, bareName }: Anchored,
  globs: readonly string[],
  resolve: (path: string) => string,
): string[] {
  const named =
    bareName === undefined || WILD.test(bareName) ? [] : bases.map((base) => `${toPosix(base)}/${bareName}`)
  return [...globs, ...named].map((glob) => {
    const segments = segmentsOf(glob)
    const start = literalStart(segments)
    const rest = segments.slice(start.length).join('/')
    const target = toPosix(resolve(fromPosix(`/${start.join('/')}`, bases)))
    return rest === '' && !glob.endsWith('/') ? target : `${target}/${rest}`
  })
}

const WILD = /[*?[\\]/

function literalStart(segments: readonly string[]): readonly string[] {
  const wild = segments.findIndex((segment) => WILD.test(segment))
  return wild === -1 ? segments : segments.slice(0, wild)
}

function isStart(start: readonly string[], path: readonly string[]): boolean {
  return start.every((segment, at) => segment === path[at])
}

function fromPosix(path: string, bases: readonly string[]): string {
  return bases.some(isWindows) ? path.replace(/^\/([a-z])(?=\/|$)/, '$1:') : path
}

/** `C:\x`, `C:/x` and `\\?\C:\x` become `/c/x`; other paths are left alone, a backslash may be part of a name. */
function toPosix(path: string): string {
  const slashed = /^(?:\\\\|[A-Za-z]:[\\/])/.test(path)
    ? path.replaceAll('\\', '/').replace(/^\/\/[?.]\//, '')
    : path
  return slashed.replace(/^([A-Za-z]):(?=\/)/, (_, drive: string) => `/${drive.toLowerCase()}`)
}

type Anchored = { readonly bases: readonly string[]; readonly glob: string; readonly bareName?: string }

function anchor(pattern: string, { home, settingsBase, cwd, projectDir }: PathRoots): Anchored {
  if (/^\/[a-z]\//.test(pattern) && isWindows(cwd)) return { bases: ['/'], glob: pattern }
  if (pattern.startsWith('//')) return { bases: ['/'], glob: pattern }
  if (pattern === '~' || pattern.startsWith('~/')) return { bases: [home], glob: pattern.slice(1) }
  if (pattern.startsWith('/')) return { bases: [settingsBase], glob: pattern }
  if (pattern.startsWith('./')) return { bases: [cwd], glob: pattern }
  // After a `cd` the files above cwd still belong to the project, and these two forms mean any depth.
  if (pattern.startsWith('**/')) return { bases: [cwd, projectDir], glob: pattern }
  if (pattern.slice(0, -1).includes('/')) return { bases: [cwd], glob: pattern }
  const anyDepth = { bases: [cwd, projectDir], glob: `**/${pattern}` }
  return pattern.endsWith('/') ? anyDepth : { ...anyDepth, bareName: pattern }
}

/** A rule that ends in a plain name covers what is inside it, as in a gitignore file; one that ends in `*` does not. */
function globSegments(glob: string): readonly string[] {
  const segments = segmentsOf(glob)
  if (glob.endsWith('/')) return [...segments, '*', '**']
  return /[*?[]/.test(segments.at(-1) ?? '') ? segments : [...segments, '**']
}

/** A path in the tool's words, from the root; `.` and `..` are left in. */
export function absolutePath(file: string, cwd: string): string {
  const relative = isWindows(cwd) ? file.replaceAll('\\', '/') : file
  const path = toPosix(file)
  return path.startsWith('/') ? path : `${toPosix(cwd)}/${relative}`
}

/** The names in a path after `.` and `..` are applied to the text. */
function segmentsOf(path: string): readonly string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

export function isWindows(path: string): boolean {
  return /^(?:[A-Za-z]:|\\\\)/.test(path)
}

/** macOS and Windows fold by both cases (`\u017f` is `s`); HFS+ also ignores characters that have no width. */
function folding({ cwd, ignoreCase }: PathRoots): (text: string) => string {
  return ignoreCase || isWindows(cwd)
    ? (text) => text.normalize('NFC').replace(NO_WIDTH, '').toUpperCase().toLowerCase().normalize('NFC')
    : (text) => text.normalize('NFC')
}

const NO_WIDTH = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
