import { absolutePath, isWindows } from '../conditions/paths.ts'
import { pathReadings } from '../conditions/written-path.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { mayBecomePath, WILD } from './glob.ts'
import {
  entryRules,
  fileRules,
  GIT_RULES,
  holderTest,
  isBelow,
  knownFiles,
  OWN_RULES,
  pluginRules,
  type Rule,
} from './rules.ts'

/** What the guard has to know about the machine. */
export type GuardPlaces = {
  readonly places: Places
  readonly stateDir: string
  readonly dialects: readonly Dialect[]
  /** The file that a path leads to when links are followed; undefined when that cannot be found out. */
  readonly realPath: (path: string) => string | undefined
}

/** What a path is to us, as the end of "change …"; undefined for one that is nothing to us. */
export type Guarded = {
  readonly kindOf: (path: string, cwds: readonly string[]) => string | undefined
  /** True for a folder with guarded files in it: who removes or moves it takes them along. */
  readonly holds: (folder: string, cwds: readonly string[]) => boolean
  /** True for a folder of a host or of git that hook settings lie in, such as `.claude`; not for the project or the home. */
  readonly isHolder: (folder: string, cwds: readonly string[]) => boolean
  /** True for the project, the home, and folders above them. */
  readonly isTop: (folder: string, cwds: readonly string[]) => boolean
  /** Every folder that a path may mean, in the folders that it may be relative to. */
  readonly resolve: (folder: string, cwds: readonly string[]) => readonly string[]
}

export function guardedPlaces({ places, stateDir, dialects, realPath }: GuardPlaces): Guarded {
  const fold = folding(places)
  const real = (path: string): readonly string[] => {
    const target = realPath(path)
    return target === undefined ? [path] : [path, target]
  }
  const folders = [
    { path: stateDir, what: "Hookwright's state and approvals" },
    { path: places.configHome, what: "the user's Hookwright config" },
    { path: places.managedDir, what: "the administrator's Hookwright config" },
  ].flatMap(({ path, what }) => real(path).map((each) => ({ what, path: slashed(each, places) })))
  const all = [...dialects]
  const at = (path: string): readonly string[] => real(path).map((each) => fold(slashed(each, places)))
  const files = all.flatMap((dialect) =>
    dialect.files(places).flatMap((spec) => fileRules(spec, dialect, { at })),
  )
  const named: readonly Rule[] = [...GIT_RULES, ...entryRules()]
  const rules: readonly Rule[] = [
    ...folders.map(({ path, what }) => ({ what, fits: isBelow(fold(path)) })),
    ...OWN_RULES,
    ...named,
    ...files,
    ...pluginRules(all),
  ]
  const known = [
    ...folders.map(({ path }) => path),
    ...knownFiles(all, places),
    `${places.projectDir}/.git/hooks`,
  ]
  const paths = known.map((path) => fold(slashed(path, places)))
  const tops = [places.projectDir, places.home].flatMap(real).map((path) => fold(slashed(path, places)))
  const isAbove = (path: string): boolean => tops.some(isBelow(path))
  const hosts = knownFiles(all, places).map((path) => fold(slashed(path, places)))
  const isHolder = holderTest([...hosts, fold(`${slashed(places.projectDir, places)}/.git/hooks`)], named)
  const readings = (path: string): readonly string[] => withVariables(path, { places, stateDir })
  const candidates = remember((path, cwds) =>
    readings(path).flatMap((each) => candidatesOf(each, cwds, { places, real }).map(fold)),
  )
  return {
    kindOf: remember((path, cwds) => {
      const found = candidates(path, cwds)
      const wild = found.some((each) => WILD.test(each)) ? globOf(found) : undefined
      return (
        rules.find(({ fits }) => found.some(fits))?.what ??
        (wild && paths.some(wild) ? 'hook settings' : undefined)
      )
    }),
    isHolder: remember((folder, cwds) =>
      candidates(folder, cwds).some((each) => !isAbove(each) && isHolder(each)),
    ),
    resolve: remember((folder, cwds) =>
      readings(folder).flatMap((each) => candidatesOf(each, cwds, { places, real: (path) => [path] })),
    ),
    isTop: (folder, cwds) => candidates(folder, cwds).some(isAbove),
    holds: remember((folder, cwds) => candidates(folder, cwds).some((each) => paths.some(isInside(each)))),
  }
}

/** A line may name a path a thousand times. */
function remember<T>(find: (path: string, cwds: readonly string[]) => T): typeof find {
  const found = new Map<string, T>()
  return (path, cwds) => {
    const key = [path, ...cwds].join('\0')
    const known = found.get(key)
    if (known !== undefined || found.has(key)) return known as T
    const value = find(path, cwds)
    found.set(key, value)
    return value
  }
}

/** A wildcard that may stand for a guarded file counts as that file. */
function globOf(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.filter((path) => path.length < 1_000)
  return (path) => patterns.some((pattern) => mayBecomePath(pattern, path))
}

/** Whether a path lies in a folder that is given by its name or by a wildcard. */
function isInside(folder: string): (path: string) => boolean {
  if (!WILD.test(folder)) return isBelow(folder)
  const depth = folder.split('/').length
  return (path) => mayBecomePath(folder, path.split('/').slice(0, depth).join('/'))
}

/** Characters that the file system of macOS leaves out when it compares names. */
const IGNORED = /[\u200b-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** One spelling for all names of a file, where the file system takes several. */
function folding({ platform }: Places): (path: string) => string {
  if (platform === 'win32') return (path) => path.toLowerCase()
  return platform === 'darwin'
    ? (path) => path.normalize('NFC').replace(IGNORED, '').toLowerCase()
    : (path) => path
}

const VARIABLE = /^\$(?:(\w+)|\{(\w+)(?::?[-=+?]((?:[^{}]|\{[^{}]*\})*))?\})(?=[\\/]|$)/

/** A path, and what it is when the variable that it begins with has the value that we see, or its usual one. */
function withVariables(
  path: string,
  { places, stateDir }: Pick<GuardPlaces, 'places' | 'stateDir'>,
): readonly string[] {
  const [whole, plain, braced, fallback] = VARIABLE.exec(path) ?? []
  if (whole === undefined) return [path]
  const name = plain ?? braced ?? ''
  const usual: Readonly<Record<string, string>> = {
    XDG_STATE_HOME: `${stateDir}/..`,
    LOCALAPPDATA: `${stateDir}/..`,
    APPDATA: `${places.configHome}/..`,
    XDG_CONFIG_HOME: `${places.configHome}/..`,
  }
  const values = [places.env(name), Object.hasOwn(usual, name) ? usual[name] : undefined, fallback]
  return [path, ...values.flatMap((value) => (value ? [value + path.slice(whole.length)] : []))]
}

function slashed(path: string, { home }: Pick<Places, 'home'>): string {
  return withoutDots(absolutePath(path, home)).replace(/\/+$/, '')
}

function withoutDots(path: string): string {
  const kept: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') kept.pop()
    else if (name !== '' && name !== '.') kept.push(name)
  }
  return `/${kept.join('/')}`
}

type Surroundings = { readonly places: Places; readonly real: (path: string) => readonly string[] }

/** Every way a tool or a shell may read the path, written and with links followed. */
function candidatesOf(
  path: string,
  cwds: readonly string[],
  { places, real }: Surroundings,
): readonly string[] {
  const written = cwds.flatMap((cwd) =>
    pathReadings(path, { home: places.home, cwd }).paths.map((each) => absolutePath(each, cwd)),
  )
  const native = (each: string): string =>
    isWindows(places.home) ? each.replace(/^\/([a-z])(?=\/)/, '$1:') : each
  const found = written.flatMap((each) => [each, ...real(native(each)), ...real(native(withoutDots(each)))])
  return [...new Set(found.map((each) => slashed(each, places)))]
}
