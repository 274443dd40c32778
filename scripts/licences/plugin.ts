import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Rolldown } from 'tsdown'
import { findNotices } from './find-notices.ts'
import { packageIn } from './packages.ts'
import { noticesPage, type Notice } from './page.ts'

/**
 * Writes one page with the licences of all code of others that several builds publish. Each build takes a plugin from
 * `part`; the page is written when the last of them is done, so that a build of one part alone leaves no half page.
 * A package whose licence is not accepted, or whose licence text is missing, fails its build.
 *
 * @param root the folder of the package that is built
 * @param file the page, relative to `root`
 */
export function thirdPartyNotices(root: string, file: string): { part(): Rolldown.Plugin } {
  const places = { root, vendored: join(root, 'scripts/licences/vendored') }
  const waiting = new Set<Rolldown.Plugin>()
  const notices = new Map<string, Notice>()

  function collect(bundle: Rolldown.OutputBundle): void {
    const found = findNotices(includedModules(bundle), places)
    if (found.problems.length > 0) throw new Error(found.problems.sort().join('\n'))
    for (const notice of found.notices) merge(notices, notice)
  }

  function write(): void {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, noticesPage(packageIn(root)?.name ?? basename(root), [...notices.values()]))
  }

  function part(): Rolldown.Plugin {
    const plugin: Rolldown.Plugin = {
      name: 'third-party-notices',
      generateBundle: (_, bundle) => collect(bundle),
      writeBundle() {
        waiting.delete(plugin)
        if (waiting.size === 0) write()
      },
    }
    waiting.add(plugin)
    return plugin
  }

  return { part }
}

/** Modules of which something is left in the output; those that were only resolved have no length. */
function includedModules(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  return modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id)
}

/** Builds may include different files of a package, with different comments. */
function merge(notices: Map<string, Notice>, notice: Notice): void {
  const id = `${notice.name}@${notice.version}`
  const known = notices.get(id) ?? notice
  notices.set(id, {
    ...notice,
    comments: joined(known.comments, notice.comments),
    inside: joined(known.inside, notice.inside),
  })
}

const joined = (a: readonly string[], b: readonly string[]): readonly string[] =>
  [...new Set([...a, ...b])].sort()
