import type { Dialect, FileSpec, Places } from '../dialects/dialect.ts'
import { registry, OWN_DIALECT, type DialectEntry } from '../dialects/registry.ts'

/** What a path is to us when it fits, as the end of "change …". */
export type Rule = { readonly what: string; readonly fits: (path: string) => boolean }

export const PROJECT_FILE = 'a Hookwright config file'

export function isBelow(folder: string): (path: string) => boolean {
  return (path) => path === folder || path.startsWith(`${folder}/`)
}

export const OWN_RULES: readonly Rule[] = [
  { what: PROJECT_FILE, fits: (path) => /\/hookwright(?:\.local)?\.(?:ya?ml|json|toml)$/i.test(path) },
  {
    what: 'the program of Hookwright',
    fits: (path) => /\/node_modules\/hookwright(?:\/|$)|\/bin\/hookwright(?:\.\w+)?$/i.test(path),
  },
  {
    what: "Hookwright's state or config",
    fits: (path) =>
      /\/(?:\.local\/state|\.config|Library\/Application Support|AppData\/(?:Roaming|Local))\/hookwright(?:\/|$)/i.test(
        path,
      ),
  },
]

export const GIT_RULES: readonly Rule[] = [
  { what: "git's hooks", fits: (path) => /\/\.git\/(?:modules\/.+\/)?hooks(?:\/|$)/i.test(path) },
  {
    what: "git's config, which says where hooks are",
    fits: (path) =>
      /\/(?:\.git\/(?:modules\/.+\/)?config(?:\.worktree)?|\.gitconfig|\.config\/git\/config|etc\/gitconfig)$/i.test(
        path,
      ),
  },
]

/** By the name alone, wherever the file lies. Documents belong to no host here. */
export function entryRules(): readonly Rule[] {
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

/** How a path of a dialect becomes one that can be compared: links followed, in one spelling. */
type Filing = { readonly at: (path: string) => readonly string[] }

/** Where the dialect says its files are, which variables may have moved. */
export function fileRules(spec: FileSpec, { title, name }: Dialect, { at }: Filing): readonly Rule[] {
  const what = `the hook settings of ${title}`
  if (name === OWN_DIALECT || spec.format === 'markdown' || spec.find === 'nearest') return []
  if (spec.find === 'file') return at(spec.path).map((path) => ({ what, fits: (one) => one === path }))
  if (spec.suffix === '.md') return []
  return at(spec.path).map((folder) => ({
    what,
    fits: (path) => path.startsWith(`${folder}/`) && path.endsWith(spec.suffix),
  }))
}

export function pluginRules(dialects: readonly Dialect[]): readonly Rule[] {
  return dialects.flatMap(({ title, plugins }) =>
    [plugins?.hooks ?? [], plugins?.moreHooks ?? []].flat().map((file) => ({
      what: `the hooks of a plugin of ${title}`,
      fits: (path: string) => file.endsWith('hooks.json') && file.includes('/') && path.endsWith(`/${file}`),
    })),
  )
}

export function knownFiles(dialects: readonly Dialect[], places: Places): readonly string[] {
  return dialects.flatMap((dialect) =>
    dialect.files(places).flatMap((spec) => {
      if (spec.find === 'nearest') return spec.names.map((name) => `${spec.upTo}/${name}`)
      return spec.find === 'file' || spec.suffix !== '.md' ? [spec.path] : []
    }),
  )
}

/**
 * Tells folders that hook settings lie in, by the rules and by files that are known to exist for some host: a name that
 * is special there and not elsewhere makes the folder one.
 */
export function holderTest(paths: readonly string[], rules: readonly Rule[]): (folder: string) => boolean {
  const parents = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))
  const trials = rules.flatMap(({ fits }) => {
    const names = paths.filter(fits).map((path) => path.slice(path.lastIndexOf('/') + 1))
    return [...new Set([...names, 'x.json', 'hooks'])]
      .filter((name) => !fits(`/nowhere/at all/${name}`))
      .map((name) => (folder: string) => fits(`${folder}/${name}`))
  })
  return (folder) => parents.has(folder) || trials.some((fits) => fits(folder))
}
