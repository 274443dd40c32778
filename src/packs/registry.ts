import type { PackCode } from './code.ts'
import type { PackManifest } from './manifest.ts'

/** A pack that comes with the program. Its code loads when a hook of it first runs. */
export type ShippedPack = {
  readonly manifest: PackManifest
  readonly load: () => Promise<PackCode>
}

/** Every pack behind `hookwright/`, in the order of the docs. */
export const PACKS: readonly ShippedPack[] = []
