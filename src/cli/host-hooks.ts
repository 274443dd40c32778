import { compileFiles } from '../config/compile.ts'
import { discover } from '../config/discover.ts'
import { readFiles } from '../config/read-files.ts'
import type { Hook } from '../core/hook.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { dialectOfFile } from '../dialects/registry.ts'
import { limits } from '../engine/limits.ts'
import type { Files } from '../ports/files.ts'
import { leadsOutside } from '../ports/leads-outside.ts'

type Around = { readonly places: Places; readonly files: Files; readonly besides: ReadonlySet<string> }

/**
 * Returns the hooks in the hosts' own files, except those in `besides`. They are looked at and never run: they are how
 * the hosts call us. Problems of the files are not told, because no hook of ours comes from them.
 */
export async function hooksOfHosts(hosts: readonly Dialect[], around: Around): Promise<readonly Hook[]> {
  const { places, files, besides } = around
  const found = hosts.flatMap((host) =>
    discover(host.files(places), files)
      .found.filter(({ path }) => dialectOfFile(path.replaceAll('\\', '/')) === host.name)
      .filter(({ path }) => !besides.has(path) && !leadsOutside(path, places.projectDir, files))
      .map((file) => ({ ...file, dialect: host.name })),
  )
  const { files: read } = readFiles(found, { files, maxBytes: limits.configBytes })
  const { loaded } = await compileFiles(
    { files: read, broken: [] },
    {
      host: undefined,
      places,
      files,
      dialects: new Map(hosts.map((host) => [host.name, host])),
      maxBytes: limits.configBytes,
      maxDepth: limits.configDepth,
    },
  )
  return loaded.hooks
}
