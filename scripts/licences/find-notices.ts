import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { copiedPackages, legalComments } from './comments.ts'
import { licenceTexts, noticeTexts, packageIn, packageOf, type Package } from './packages.ts'
import type { Notice } from './page.ts'
import { ACCEPTED, isAccepted } from './spdx.ts'

export type Places = {
  /** The folder of the package that is built. */
  readonly root: string
  /** A folder `<name>@<version>` with package.json and LICENSE for each package that brings no licence text itself. */
  readonly vendored: string
}

/** The notices that the modules of a build need, and a sentence for each reason why the build must not be published. */
export function findNotices(modules: readonly string[], places: Places): Found {
  const found: Found = { notices: [], problems: [] }
  for (const [owner, files] of byPackage(modules, places, found.problems)) {
    const sources = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
    const comments = [...new Set(sources.flatMap(legalComments))].sort()
    addNotice(owner, { comments, inside: [] }, places, found)
    for (const id of copiedIds(sources)) addCopied(id, `${owner.name} ${owner.version}`, places, found)
  }
  return found
}

type Found = { readonly notices: Notice[]; readonly problems: string[] }

/** Packages of other people, each with those of its files that are in the build. */
function byPackage(
  modules: readonly string[],
  { root }: Places,
  problems: string[],
): Iterable<readonly [Package, readonly string[]]> {
  const packages = new Map<string, [Package, string[]]>()
  for (const module of modules) {
    const owner = ownerOf(module, root)
    if (owner === 'ours') continue
    if (owner === undefined) problems.push(nobodys(module, root))
    else if (packages.has(owner.dir)) packages.get(owner.dir)?.[1].push(pathOf(module))
    else packages.set(owner.dir, [owner, [pathOf(module)]])
  }
  return packages.values()
}

function ownerOf(module: string, root: string): Package | 'ours' | undefined {
  if (!module.startsWith('\0')) {
    const owner = packageOf(pathOf(module))
    // The bundler follows links; the root may be given by one.
    return owner !== undefined && realpathSync(owner.dir) === realpathSync(root) ? 'ours' : owner
  }
  // tsdown.config.ts makes these itself.
  if (module.startsWith('\0node:')) return 'ours'
  return module.startsWith('\0rolldown/') ? packageOf(rolldown()) : undefined
}

/** Helpers of the bundler become part of its output. */
function rolldown(): string {
  const tsdown = createRequire(import.meta.url).resolve('tsdown')
  return createRequire(tsdown).resolve('rolldown')
}

const pathOf = (module: string): string => module.replace(/\?.*$/s, '')

function copiedIds(sources: readonly string[]): ReadonlySet<string> {
  const copied = sources.flatMap(copiedPackages)
  return new Set(copied.map(({ name, version }) => `${name}@${version ?? 'unknown'}`))
}

function addCopied(id: string, inside: string, places: Places, found: Found): void {
  const copied = packageIn(join(places.vendored, id))
  if (copied !== undefined) return addNotice(copied, { comments: [], inside: [inside] }, places, found)
  found.problems.push(
    `${inside} contains the code of ${id} in its own files, and nothing here says under which licence. ` +
      `Take package.json (name, version, license, author) and LICENSE from that release of it to ${given(id, places)}.`,
  )
}

function addNotice(
  { dir, name, version, licence, author }: Package,
  more: Pick<Notice, 'comments' | 'inside'>,
  places: Places,
  { notices, problems }: Found,
): void {
  const id = `${name}@${version}`
  const own = licenceTexts(dir)
  const texts = own.length > 0 ? own : licenceTexts(join(places.vendored, id))
  if (licence === undefined || !isAccepted(licence)) problems.push(refused(id, licence))
  else if (texts.length === 0) problems.push(withoutText(id, licence, places))
  else
    notices.push({
      name,
      version,
      licence,
      author,
      ...more,
      licenceTexts: texts,
      noticeTexts: noticeTexts(dir),
    })
}

function refused(id: string, licence: string | undefined): string {
  const fault =
    licence === undefined ? 'has no SPDX "license" in its package.json' : `has the licence "${licence}"`
  return (
    `${id} ${fault}; accepted are ${ACCEPTED.join(', ')}. Replace the package, or decide for its licence in ` +
    'docs/decisions and add it to ACCEPTED in scripts/licences/spdx.ts.'
  )
}

const withoutText = (id: string, licence: string, places: Places): string =>
  `${id} (${licence}) has no file LICENSE, LICENCE or COPYING, and its text has to be published with its code. ` +
  `Take it from the sources of that release to ${given(id, places)}/LICENSE.`

const nobodys = (module: string, root: string): string =>
  `${JSON.stringify(module.startsWith('\0') ? module : relative(root, module))} belongs to no package with a name and ` +
  'a version. Say in ownerOf of scripts/licences/find-notices.ts whose code it is.'

const given = (id: string, { root, vendored }: Places): string => relative(root, join(vendored, id))
