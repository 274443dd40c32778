import { isAbsolute } from 'node:path'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { readText, systemFiles } from '../ports/files.ts'
import type { Workspace } from '../workspace/open.ts'
import { hooksOfHosts, type HostHooks } from './host-hooks.ts'
import { inspectBridges } from './inspect-bridges.ts'
import { bridgesIn, inspectDoubleBridges, type Bridge } from './inspect-double-bridges.ts'

/** What the files of the hosts hold, seen from the hooks that were loaded. */
export type HostsChecked = HostHooks & {
  /** All dialects that a hook here may have. */
  readonly dialects: ReadonlyMap<string, Dialect>
  /** Entries that call us, in the hosts' files and in those that were loaded. */
  readonly bridges: readonly Bridge[]
  /** The same, switched off. */
  readonly offBridges: readonly Bridge[]
  readonly bridgeIssues: readonly Issue[]
}

/** Hosts call us from files of their own, which need not be a source here. */
export async function checkHosts(
  hosts: readonly Dialect[],
  { loaded, places, dialects: own }: Workspace,
): Promise<HostsChecked> {
  const besides = new Set(loaded.files.map(({ path }) => path))
  const read = await hooksOfHosts(hosts, { places, files: systemFiles, besides })
  const dialects = new Map([...own, ...hosts.map((host) => [host.name, host] as const)])
  const all: readonly Hook[] = [...loaded.hooks, ...read.hooks]
  return {
    ...read,
    dialects,
    bridges: bridgesIn(all, dialects, { programText }),
    offBridges: bridgesIn(all, dialects, { isOff: true, programText }),
    bridgeIssues: [
      ...inspectBridges(read.hooks, { files: systemFiles, places, dialects }),
      ...inspectDoubleBridges(all, dialects),
    ],
  }
}

/** What `install` writes is a few lines; whatever else an entry starts by its path has no call of us at its beginning. */
const MOST_PROGRAM_BYTES = 65_536

function programText(file: string): string | undefined {
  if (!isAbsolute(file)) return undefined
  const text = readText(systemFiles, file, MOST_PROGRAM_BYTES)
  return typeof text === 'string' ? text : undefined
}
