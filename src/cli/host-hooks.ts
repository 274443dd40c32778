import { compileFiles } from '../config/compile.ts'
import { discover } from '../config/discover.ts'
import { readFiles } from '../config/read-files.ts'
import { BROKEN_FILE_PREFIX } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { dialectOfFile } from '../dialects/registry.ts'
import { limits } from '../engine/limits.ts'
import type { Files } from '../ports/files.ts'
import { leadsOutside } from '../ports/leads-outside.ts'

type Around = { readonly places: Places; readonly files: Files; readonly besides: ReadonlySet<string> }

/** What the hosts' own files hold, and what is wrong with them. */
export type HostHooks = {
  readonly files: readonly string[]
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
}

/**
 * Returns the hooks in the hosts' own files, except those in `besides`. They are looked at and never run: the hosts run
 * them, and some of them are how the hosts call us.
 */
export async function hooksOfHosts(hosts: readonly Dialect[], around: Around): Promise<HostHooks> {
  const { places, files, besides } = around
  const found = hosts.flatMap((host) =>
    discover(host.files(places), files)
      .found.filter(({ path }) => dialectOfFile(path.replaceAll('\\', '/')) === host.name)
      .filter(({ path }) => !besides.has(path) && !leadsOutside(path, places.projectDir, files))
      .map((file) => ({ ...file, dialect: host.name })),
  )
  const { files: read, broken } = readFiles(found, { files, maxBytes: limits.configBytes })
  const { loaded } = await compileFiles(
    { files: read, broken },
    {
      host: undefined,
      places,
      files,
      dialects: new Map(hosts.map((host) => [host.name, host])),
      maxBytes: limits.configBytes,
      maxDepth: limits.configDepth,
    },
  )
  const hooks = loaded.hooks.filter(({ id }) => !id.startsWith(BROKEN_FILE_PREFIX))
  return { files: found.map(({ path }) => path), hooks, issues: loaded.issues }
}
