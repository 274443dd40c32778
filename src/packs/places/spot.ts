import type { Folder, Word } from '../../analyze/line.ts'
import { absolutePath, isWindows } from '../../conditions/paths.ts'
import { pathReadings } from '../../conditions/written-path.ts'
import type { Roots } from './roots.ts'

/** Where a word of a line leads when it is a path. */
export type Spot =
  | {
      /** One file, by all the names that it may have: absolute, with `/` between names, written and with links followed. */
      readonly kind: 'known'
      readonly paths: readonly string[]
    }
  | {
      /** Files below a folder that is known. */
      readonly kind: 'pattern'
      /** The folder, by all its names. */
      readonly paths: readonly string[]
      /** What stands behind it, with wildcards. */
      readonly rest: string
      /** True: a pattern that the shell fills in with names of files. False: a run may put anything there. */
      readonly isGlob: boolean
    }
  | {
      /** Nothing of its beginning is known. */
      readonly kind: 'unknown'
      /** The path as written. */
      readonly rest: string
    }

type Around = { readonly folder: Folder; readonly roots: Roots; readonly follow?: boolean }

/** Returns where a word leads. `follow`: a link at its end is followed, as by a program that writes to it. */
export function spotOf(word: Word, around: Around): Spot {
  const started = { ...word, ...expandStart(word, around.roots) }
  const wild = firstStar(started.shape)
  if (wild === -1) return knownSpot(started.text, around)
  const source = started.isGlob ? started.text : started.shape
  const at = started.isGlob ? source.search(/[*?[{]/) : wild
  const cut = source.lastIndexOf('/', at === -1 ? source.length : at)
  if (cut === -1 && !started.isGlob && wild === 0) return { kind: 'unknown', rest: source }
  const start = cut === -1 ? '.' : source.slice(0, cut) || '/'
  const spot = knownSpot(start.replaceAll(String.raw`\*`, '*'), { ...around, follow: true })
  if (spot.kind !== 'known') return { kind: 'unknown', rest: source }
  return { kind: 'pattern', paths: spot.paths, rest: source.slice(cut + 1), isGlob: started.isGlob }
}

function knownSpot(given: string, { folder, roots, follow = true }: Around): Spot {
  // A drive of Windows, whose backslash a shell may have taken away.
  const text = isWindows(roots.cwd) ? given : given.replace(/^[A-Za-z]:(?=\w)/, (drive) => `${drive}/`)
  const base = folderOf(folder, roots)
  const { paths } = pathReadings(text, { home: roots.home, cwd: base ?? roots.cwd })
  const isRooted = (path: string): boolean => /^(?:[A-Za-z]:)?[\\/]/.test(path)
  const isExpanded = paths.some((path) => path !== text && isRooted(path) && !isRooted(text))
  const meant = isExpanded ? paths.filter(isRooted) : paths
  if (base === undefined && !meant.every(isRooted)) return { kind: 'unknown', rest: text }
  const absolute = meant.map((path) => absolutePath(path, base ?? roots.cwd))
  const real = absolute.flatMap((path) => realOf(path, roots, follow || /\/\.{0,2}$/.test(path)))
  return { kind: 'known', paths: [...new Set([...absolute, ...real].map(withoutDots))] }
}

/** Returns the absolute path of a folder of a line; undefined when only a run can tell. */
export function folderOf(folder: Folder, { cwd, home }: Roots): string | undefined {
  if (folder.kind === 'unknown') return undefined
  if (folder.path === '.') return cwd
  return withoutDots(
    absolutePath(
      folder.path.replace(/^~(?=\/|$)/, () => home),
      cwd,
    ),
  )
}

/** Of a link itself only the folder that it stands in is followed. */
function realOf(path: string, roots: Roots, follow: boolean): readonly string[] {
  const native = isWindows(roots.cwd) ? path.replace(/^\/([a-z])(?=\/|$)/, '$1:') : path
  const plain = withoutDots(native)
  const cut = plain.lastIndexOf('/')
  if (follow || cut <= 0) return [native, plain].flatMap((each) => roots.realPath(each) ?? [])
  const parent = roots.realPath(plain.slice(0, cut))
  return parent === undefined ? [] : [`${parent}${plain.slice(cut)}`]
}

/** The path with `.` and `..` applied to its text. */
export function withoutDots(path: string): string {
  const kept: string[] = []
  for (const name of path.replaceAll('\\', '/').split('/')) {
    if (name === '..') kept.pop()
    else if (name !== '' && name !== '.') kept.push(name)
  }
  return `/${kept.join('/')}`
}

/** Variables of which everybody knows that they hold a folder. */
const STARTS: readonly (readonly [RegExp, (roots: Roots, found: string) => string | undefined])[] = [
  [/^~(?=[\\/]|$)/, ({ home }) => home],
  [
    /^(?:\$HOME|\$\{HOME\}|\$\{?env:(?:HOME|USERPROFILE)\}?|%(?:USERPROFILE|HOME)%)(?=[\\/]|$)/i,
    ({ home }) => home,
  ],
  [/^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)(?=\/|$)/, ({ cwd }) => cwd],
  [
    /^(?:\$TMPDIR|\$\{TMPDIR\}|\$\{TMPDIR:-\/tmp\}|%TE?MP%|\$\{?env:TE?MP\}?|\$\(mktemp [^)]*\)|\$\(mktemp\))(?=[\\/]|$)/i,
    () => '/tmp/x',
  ],
  [
    /^(?:\$XDG_CACHE_HOME|\$\{XDG_CACHE_HOME(?::?-(?:\$HOME|\$\{HOME\}|~)\/\.cache)?\})(?=\/|$)/,
    ({ home, variables }) => variables['XDG_CACHE_HOME'] ?? `${home}/.cache`,
  ],
  [
    /^(?:\$\{?env:LOCALAPPDATA\}?|%LOCALAPPDATA%)(?=[\\/]|$)/i,
    ({ home, variables }) => variables['LOCALAPPDATA'] ?? `${home}/AppData/Local`,
  ],
  [/^\$\{\w{1,100}:?-[^{}$`*?[]{1,200}\}(?=\/|$)/, defaultOf],
  [/^\$\(git rev-parse --show-toplevel\)(?=\/|$)/, ({ projectDir }) => projectDir],
  [/^(?:\$GITHUB_WORKSPACE|\$\{GITHUB_WORKSPACE\}|\$CI_PROJECT_DIR)(?=\/|$)/, ({ projectDir }) => projectDir],
]

/** Names of folders that a build or a test makes. */
const MADE =
  /^(?:[A-Z\d]+_)*(?:OUT|OUTPUT|BUILD|DIST|COVERAGE|REPORTS?|ARTIFACTS?|GENERATED|TMP|TEMP|CACHE|SCRATCH)(?:_?(?:DIR|DIRECTORY|FOLDER|PATH))?$/i

/**
 * `${OUT_DIR:-dist}` in a line that does not set OUT_DIR: by its name it is a folder that a build makes, and what stands
 * behind the name says which. Any other variable may hold any folder.
 */
function defaultOf({ variables }: Roots, found: string): string | undefined {
  const [, name = '', value] = /^\$\{(\w+):?-(.+)\}$/.exec(found) ?? []
  return MADE.test(name) ? variables[name] || value : undefined
}

function expandStart({ text, shape, isGlob }: Word, roots: Roots): Pick<Word, 'text' | 'shape' | 'isGlob'> {
  if (!/^[$%`~]/.test(text)) return { text, shape, isGlob }
  for (const [start, valueOf] of STARTS) {
    const [found] = start.exec(text) ?? []
    const value = found === undefined ? undefined : valueOf(roots, found)
    if (found === undefined || value === undefined) continue
    const rest = text.slice(found.length)
    return {
      text: value + rest,
      isGlob: /[*?[{]/.test(rest) && !/[$`]/.test(rest),
      shape: value.replaceAll('*', String.raw`\*`) + shape.replace(/^\*|^[^*/\\]*/, ''),
    }
  }
  return { text, shape, isGlob }
}

function firstStar(shape: string): number {
  for (let at = shape.indexOf('*'); at !== -1; at = shape.indexOf('*', at + 1))
    if (shape[at - 1] !== '\\') return at
  return -1
}
