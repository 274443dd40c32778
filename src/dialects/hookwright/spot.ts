import type { Hook, Scope } from '../../core/hook.ts'
import type { Issue, Place } from '../../core/issue.ts'
import type { PackManifest } from '../../packs/manifest.ts'
import type { FoundPacks } from '../dialect.ts'
import type { Defaults } from './schema-entry.ts'
import type { Servers } from './servers.ts'

/** What holds for a whole file. */
export type Around = {
  readonly file: string
  readonly scope: Scope
  readonly defaults: Defaults
  readonly servers: Servers
  /** What the placeholder of the project stands for. */
  readonly startDir: string
  /** The packs that `hookwright/NAME` may mean. */
  readonly manifests: readonly PackManifest[]
  /** What packs outside the program are read with. Absent: only those of the program can be used. */
  readonly outside?: {
    readonly packs: FoundPacks
    /** Packs have entries too, and those may use packs. */
    readonly readEntry: (value: unknown, spot: Spot) => Read
  }
}

/** Where a list item stands, and what holds for its whole file. */
export type Spot = Around & { readonly event: string; readonly index: number }

export type Read = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

export function placeOf({ file, event, index }: Spot): Place {
  return { file, pointer: ['hooks', event, index] }
}

export function refused(issues: readonly Issue[]): Read {
  return { hooks: [], issues }
}

export function joined(reads: readonly Read[]): Read {
  return { hooks: reads.flatMap((one) => one.hooks), issues: reads.flatMap((one) => one.issues) }
}
