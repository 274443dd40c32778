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

/** The test takes the path as the tool gave it. It never throws and never backtracks more than its own length. */
export function compilePathRule(pattern: string, roots: PathRoots): (file: string) => boolean {
  const fold = folding(roots)
  const rule = anchor(toPosix(pattern), roots)
  const globs = rule.bases.map((base) => globSegments(fold(`${toPosix(base)}/${rule.glob}`)))
  const names = rule.bareName === undefined ? [] : [fold(rule.bareName)]
  return (file) => {
    const path = segmentsOf(fold(absolute(file, roots.cwd)))
    return matchSegments(names, path.slice(-names.length)) || globs.some((glob) => matchSegments(glob, path))
  }
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

function absolute(file: string, cwd: string): string {
  const relative = isWindows(cwd) ? file.replaceAll('\\', '/') : file
  const path = toPosix(file)
  return path.startsWith('/') ? path : `${toPosix(cwd)}/${relative}`
}

function segmentsOf(path: string): readonly string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

function isWindows(path: string): boolean {
  return /^(?:[A-Za-z]:|\\\\)/.test(path)
}

function folding({ cwd, ignoreCase }: PathRoots): (text: string) => string {
  return ignoreCase || isWindows(cwd)
    ? (text) => text.normalize('NFC').toLowerCase()
    : (text) => text.normalize('NFC')
}
