import { absolutePath, isWindows } from '../conditions/paths.ts'
import { pathReadings } from '../conditions/written-path.ts'
import type { Dialect, FileSpec, Places } from '../dialects/dialect.ts'
import { mayBecomePath, WILD } from './glob.ts'
import { registry, OWN_DIALECT, type DialectEntry } from '../dialects/registry.ts'

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
  /** Every folder that a path may mean, in the folders that it may be relative to. */
  readonly resolve: (folder: string, cwds: readonly string[]) => readonly string[]
}

type Rule = { readonly what: string; readonly fits: (path: string) => boolean }

export const PROJECT_FILE = 'a Hookwright config file'

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
  const files = all.flatMap((dialect) =>
    dialect.files(places).flatMap((spec) => fileRules(spec, dialect, { places, fold, real })),
  )
  const rules: readonly Rule[] = [
    ...folders.map(({ path, what }) => ({ what, fits: isBelow(fold(path)) })),
    ...OWN_RULES,
    ...entryRules(),
    ...files,
    ...pluginRules(all),
  ]
  const known = [
    ...folders.map(({ path }) => path),
    ...knownFiles(all, places),
    `${places.projectDir}/.git/hooks`,
  ]
  const paths = known.map((path) => fold(slashed(path, places)))
  const candidates = (path: string, cwds: readonly string[]): readonly string[] =>
    candidatesOf(path, cwds, { places, real }).map(fold)
  return {
    kindOf: (path, cwds) => {
      const found = candidates(path, cwds)
      const wild = found.some((each) => WILD.test(each)) ? globOf(found) : undefined
      return (
        rules.find(({ fits }) => found.some(fits))?.what ??
        (wild && paths.some(wild) ? 'hook settings' : undefined)
      )
    },
    resolve: (folder, cwds) => candidatesOf(folder, cwds, { places, real: (path) => [path] }),
    holds: (folder, cwds) => candidates(folder, cwds).some((each) => paths.some(isBelow(each))),
  }
}

/** A wildcard that may stand for a guarded file counts as that file. */
function globOf(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.filter((path) => path.length < 1_000)
  return (path) => patterns.some((pattern) => mayBecomePath(pattern, path))
}

function folding({ platform }: Places): (path: string) => string {
  return platform === 'darwin' || platform === 'win32' ? (path) => path.toLowerCase() : (path) => path
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

function isBelow(folder: string): (path: string) => boolean {
  return (path) => path === folder || path.startsWith(`${folder}/`)
}

const OWN_RULES: readonly Rule[] = [
  { what: PROJECT_FILE, fits: (path) => /\/hookwright(?:\.local)?\.(?:ya?ml|json|toml)$/i.test(path) },
  {
    what: 'the program of Hookwright',
    fits: (path) => /\/node_modules\/hookwright(?:\/|$)|\/bin\/hookwright(?:\.\w+)?$/i.test(path),
  },
  { what: "git's hooks", fits: (path) => /\/\.git\/(?:modules\/.+\/)?hooks(?:\/|$)/i.test(path) },
  {
    what: "git's config, which says where hooks are",
    fits: (path) => /\/\.git\/(?:modules\/.+\/)?config(?:\.worktree)?$/i.test(path),
  },
]

/** By the name alone, wherever the file lies. Documents belong to no host here. */
function entryRules(): readonly Rule[] {
  const entries: readonly DialectEntry[] = registry
  return entries.flatMap(({ name, title, files }) =>
    name === OWN_DIALECT || files === undefined
      ? []
      : [
          {
            what: `the hook settings of ${title}`,
            fits: (path) => files.test(path) && !path.endsWith('.md'),
          },
        ],
  )
}

type Filing = Surroundings & { readonly fold: (path: string) => string }

/** Where the dialect says its files are, which variables may have moved. */
function fileRules(
  spec: FileSpec,
  { title, name }: Dialect,
  { places, fold, real }: Filing,
): readonly Rule[] {
  const what = `the hook settings of ${title}`
  const at = (path: string): readonly string[] => real(path).map((each) => fold(slashed(each, places)))
  if (name === OWN_DIALECT || spec.format === 'markdown' || spec.find === 'nearest') return []
  if (spec.find === 'file') return at(spec.path).map((path) => ({ what, fits: (one) => one === path }))
  if (spec.suffix === '.md') return []
  return at(spec.path).map((folder) => ({
    what,
    fits: (path) => path.startsWith(`${folder}/`) && path.endsWith(spec.suffix),
  }))
}

function pluginRules(dialects: readonly Dialect[]): readonly Rule[] {
  return dialects.flatMap(({ title, plugins }) =>
    [plugins?.hooks ?? [], plugins?.moreHooks ?? []].flat().map((file) => ({
      what: `the hooks of a plugin of ${title}`,
      fits: (path: string) => file.endsWith('hooks.json') && file.includes('/') && path.endsWith(`/${file}`),
    })),
  )
}

function knownFiles(dialects: readonly Dialect[], places: Places): readonly string[] {
  return dialects.flatMap((dialect) =>
    dialect.files(places).flatMap((spec) => {
      if (spec.find === 'nearest') return spec.names.map((name) => `${spec.upTo}/${name}`)
      return spec.find === 'file' || spec.suffix !== '.md' ? [spec.path] : []
    }),
  )
}
